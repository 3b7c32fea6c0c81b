import { views } from "@lamina/shared/calls/views";
import type { Notification } from "@lamina/shared/records/alert";
import type { Client } from "@lamina/shared/records/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../api/http.ts";
import { isOnline } from "../../platform/lifecycle.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import { drafts } from "../drafts/drafts.ts";
import { doneDraft, outbox } from "../outbox/current-outbox.ts";
import type { AlertAct } from "../outbox/entry.ts";
import { useOutbox } from "../outbox/use-outbox.ts";
import { useRightsOn } from "../rights/use-rights.ts";
import { openAlertsQuery, withUnsentActs } from "./queries.ts";
import { text } from "./text.ts";

/** Ids that one call may mark as read. */
const READ_AT_ONCE = 1000;

type Page = { items: Notification[]; next: string | null };

/**
 * The open alerts of a client and the user's acts on them. Empty while there is no client. An act is stored on the
 * device until the API has answered it; the outbox reports what became of it.
 */
export function useAlerts(client: Pick<Client, "_id"> | undefined) {
  const queryClient = useQueryClient();
  const { me, can } = useRightsOn(client);
  const { entries, sending, add } = useOutbox();
  const query = useQuery({
    ...openAlertsQuery(client),
    enabled: can("alerts", "view"),
    select: useCallback(
      ({ items, next }: Page) => ({ items: withUnsentActs(items, entries, me), next }),
      [entries, me],
    ),
  });

  async function act({ clientId, message }: Notification, fields: AlertAct): Promise<void> {
    const key = await add({ clientId, label: message }, { kind: "alert", fields });
    if (key === null) toast(text.failed);
    else if (outbox.state.get().onlyHere.includes(key)) toast(text.onlyHere(text.acts[fields.act]));
    else if (!isOnline()) toast(text.kept(text.acts[fields.act]));
  }

  const userId = me?._id;
  const isUnread = useCallback((alert: Notification) => !userId || !alert.readBy.includes(userId), [userId]);
  const unread = query.data?.items.filter(isUnread) ?? [];

  return {
    query,
    isUnread,
    /** Whether an act of the user on this alert is only on this device. */
    isUnsent: ({ _id }: Notification) =>
      entries.some(
        ({ kind, key, fields, attempts }) =>
          kind === "alert" && fields._id === _id && key !== sending && (attempts > 0 || !isOnline()),
      ),
    /** How many open alerts no user has taken. */
    waiting: query.data?.items.filter(({ takenBy }) => !takenBy).length ?? 0,
    mayAct: can("alerts", "edit"),
    take: (alert: Notification) => void act(alert, { _id: alert._id, act: "take" }),
    resolve(alert: Notification, note: string) {
      drafts.remove(doneDraft(alert._id));
      void act(alert, { _id: alert._id, act: "resolve", ...(note && { note }) });
    },
    /** Marks the shown alerts as read. On a failure they stay unread. */
    async markRead() {
      const ids = unread.slice(0, READ_AT_ONCE).map(({ _id }) => _id);
      if (ids.length === 0) return;
      await call(views.notificationRead, { body: { ids } }).catch(() => undefined);
      await queryClient.invalidateQueries({ queryKey: [client?._id, "alerts"] });
    },
  };
}
