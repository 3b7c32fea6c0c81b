import { views } from "@lamina/shared/calls/views";
import { NotificationMessage } from "@lamina/shared/records/alert";
import type { AlertSettings } from "@lamina/shared/views/mail";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../../api/http.ts";
import { pushCalls } from "../../../api/push.ts";
import { useClients } from "../../clients/use-clients.ts";
import { useNotifications } from "../../notifications/use-notifications.ts";
import { devicesQuery } from "../../push/devices.tsx";
import { useRightsOn } from "../../rights/use-rights.ts";
import { useRuntimeConfig } from "../../runtime-config/use-runtime-config.ts";
import { webhookQuery } from "../../webhook/webhook.ts";
import { settingsQuery } from "./settings-query.ts";
import type { ApiOutcome } from "./test-words.ts";

/** A message or a mail that is not there by then is late. */
const LATE_MS = 30_000;
const LOOK_MS = 2_000;

type Channels = AlertSettings["channels"];

const stateOf = (channels: Channels, way: string) => channels.find(({ channel }) => channel === way);

/**
 * Tests every way to the user: the API has the app and mails, the BFF the devices, and a client's webhook is tested by
 * those who may edit it, because its receiver may be a siren.
 */
export function useAlertTest(channels: Channels) {
  const queryClient = useQueryClient();
  const { selected } = useClients();
  const mayPost = useRightsOn(selected).can("config", "edit") && selected !== undefined;
  const hasPush = useRuntimeConfig()?.push !== undefined;
  const { items } = useNotifications();
  const [isLate, setLate] = useState(false);
  const hook = webhookQuery(selected?._id ?? "");
  const { data: webhook } = useQuery({ ...hook, enabled: mayPost });
  const reload = (queryKey: readonly unknown[]) => () => void queryClient.invalidateQueries({ queryKey });
  const api = useMutation({
    mutationFn: () => call(views.alertTest, { body: {} }),
    onMutate: () => channels,
    onSettled: reload(settingsQuery.queryKey),
  });
  const push = useMutation({ mutationFn: () => pushCalls.test(), onSettled: reload(devicesQuery.queryKey) });
  const post = useMutation({
    mutationFn: (ID: string) => call(views.webhookTest, { body: { ID } }),
    onSettled: reload(hook.queryKey),
  });
  const { data, context } = api;
  const [before, after] = [context ?? channels, channels].map((each) => stateOf(each, "mail"));
  const mail =
    after?.lastSuccess !== before?.lastSuccess
      ? "sent"
      : after?.lastFault !== before?.lastFault
        ? "refused"
        : undefined;
  const isQueued = data?.outcomes.some(({ outcome }) => outcome === "queued") && mail === undefined;
  useQuery({ ...settingsQuery, refetchInterval: isQueued && !isLate ? LOOK_MS : false });
  useEffect(() => {
    if (data === undefined) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, [data]);
  const idOf = (message: unknown) => NotificationMessage.safeParse(message).data?.notificationId;
  const hasArrived = data !== undefined && items.some(({ message }) => idOf(message) === data.notificationId);
  return {
    api: { ...api, data: data && ({ outcomes: data.outcomes, hasArrived, mail } satisfies ApiOutcome) },
    push,
    post,
    webhook,
    isLate,
    isPending: api.isPending || push.isPending || post.isPending,
    start() {
      setLate(false);
      api.mutate();
      if (hasPush) push.mutate();
      if (selected && webhook?.url && webhook.enabled) post.mutate(selected._id);
    },
  };
}
