import { views } from "@lamina/shared/calls/views";
import type { Notification } from "@lamina/shared/records/alert";
import type { Client } from "@lamina/shared/records/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { call } from "../../api/http.ts";
import { toast } from "../../ui/feedback/toast.tsx";
import { drafts } from "../drafts/drafts.ts";
import { useRightsOn } from "../rights/use-rights.ts";
import { openAlertsQuery, rewriteAlerts } from "./queries.ts";
import { text } from "./text.ts";

/** Ids that one call may mark as read. */
const READ_AT_ONCE = 1000;

interface Resolving {
  alert: Notification;
  note: string;
}

/** Name of the draft of what was done about an alert. */
export const doneDraft = ({ _id }: Notification) => `alert:${_id}`;

/** The open alerts of a client and the user's actions on them. Empty while there is no client. */
export function useAlerts(client: Pick<Client, "_id"> | undefined) {
  const queryClient = useQueryClient();
  const { me, can } = useRightsOn(client);
  const query = useQuery(openAlertsQuery(client));
  const settle = () => queryClient.invalidateQueries({ queryKey: [client?._id, "alerts"] });

  const take = useMutation({
    mutationFn: ({ _id }: Notification) => call(views.notificationTake, { body: { _id } }),
    onMutate: async (alert) => ({
      undo: await rewriteAlerts(queryClient, client, (items) =>
        items.map((item) =>
          item._id === alert._id ? { ...item, takenBy: me?._id ?? "", takenByName: me?.name ?? "" } : item,
        ),
      ),
    }),
    onSuccess: () => toast(text.taken),
    onError: (_error, _alert, context) => {
      context?.undo();
      toast(text.failed);
    },
    onSettled: settle,
  });

  const reopen = useMutation({
    mutationFn: ({ _id }: Notification) => call(views.notificationReopen, { body: { _id } }),
    onSuccess: () => toast(text.reopened),
    onError: () => toast(text.failed),
    onSettled: settle,
  });

  const resolve = useMutation({
    mutationFn: ({ alert: { _id }, note }: Resolving) =>
      call(views.notificationResolve, { body: { _id, ...(note && { note }) } }),
    onMutate: async ({ alert }) => ({
      undo: await rewriteAlerts(queryClient, client, (items) => items.filter(({ _id }) => _id !== alert._id)),
    }),
    onSuccess: (_reply, { alert, note }) => {
      const draft = doneDraft(alert);
      drafts.remove(draft);
      toast(text.resolved, {
        label: text.undo,
        onClick: () => {
          drafts.save(draft, { note });
          reopen.mutate(alert);
        },
      });
    },
    onError: (_error, _resolving, context) => {
      context?.undo();
      toast(text.failed);
    },
    onSettled: settle,
  });

  const userId = me?._id;
  const isUnread = useCallback((alert: Notification) => !userId || !alert.readBy.includes(userId), [userId]);
  const unread = query.data?.items.filter(isUnread) ?? [];

  return {
    query,
    isUnread,
    /** How many open alerts no user has taken. */
    waiting: query.data?.items.filter(({ takenBy }) => !takenBy).length ?? 0,
    mayAct: can("alerts", "edit"),
    take: take.mutate,
    resolve: (alert: Notification, note: string) => resolve.mutate({ alert, note }),
    /** Marks the shown alerts as read. On a failure they stay unread. */
    async markRead() {
      const ids = unread.slice(0, READ_AT_ONCE).map(({ _id }) => _id);
      if (ids.length === 0) return;
      await call(views.notificationRead, { body: { ids } }).catch(() => undefined);
      await settle();
    },
  };
}
