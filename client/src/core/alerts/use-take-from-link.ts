import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { toast } from "../../ui/feedback/toast.tsx";
import { outbox } from "../outbox/current-outbox.ts";
import { text } from "./text.ts";

/** The id of an alert to take, which the service worker puts into the address (`worker/notification-click.ts`). */
const TAKE = "assumir";

/** Takes the alert of a notification whose "Assumir" the user tapped, also without a connection: by the outbox. */
export function useTakeFromLink(clientId: string | undefined): void {
  const [params, setParams] = useSearchParams();
  const id = params.get(TAKE);
  useEffect(() => {
    if (id === null || clientId === undefined) return;
    setParams(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete(TAKE);
        return rest;
      },
      { replace: true },
    );
    void outbox
      .add({ clientId, label: text.ofNotification }, { kind: "alert", fields: { _id: id, act: "take" } })
      .then((key) => toast(key === null ? text.failed : text.acts.take));
  }, [id, clientId, setParams]);
}
