import { views } from "@lamina/shared/calls/views";
import type { Router } from "../http/router.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { createChannelTest } from "./settings/channel-test.ts";
import type { OwnAlertSettings } from "./settings/settings.ts";

export function alertRoutes(
  router: Router,
  { inbox, settings, test }: { inbox: Inbox; settings: OwnAlertSettings; test: ReturnType<typeof createChannelTest> },
): void {
  router.route(views.notifications, ({ caller, query }) => inbox.page(caller, query));
  router.route(views.notificationRead, ({ caller, body }) => inbox.read(caller, body.ids));
  router.route(views.notificationTake, ({ caller, body }) => inbox.take(caller, body._id));
  router.route(views.notificationResolve, ({ caller, body }) => inbox.resolve(caller, body._id, body.note));
  router.route(views.notificationReopen, ({ caller, body }) => inbox.reopen(caller, body._id));
  router.route(views.alertSettings, ({ caller }) => settings.get(caller));
  router.route(views.alertTest, ({ caller }) => test(caller));
  router.route(views.alertSettingsChange, ({ caller, body }) => settings.change(caller, body));
}
