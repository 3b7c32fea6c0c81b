import { views } from "@lamina/shared/calls/views";
import { NotificationMessage } from "@lamina/shared/records/alert";
import type { AlertSettings } from "@lamina/shared/views/mail";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatAge } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { useNotifications } from "../../notifications/use-notifications.ts";
import { refusalOr } from "../../refusals/refusal.ts";
import { settingsQuery } from "./settings-query.ts";
import { text } from "./text.ts";

/** A mail is sent within some seconds. */
const MAIL_MS = 8_000;
const WAYS = ["app", "mail"] as const;

/** The ways of the API to the user: when each last worked, and a test of all. The devices have their own list. */
export function AlertWays({ settings: { channels } }: { settings: AlertSettings }) {
  const now = useNow();
  const queryClient = useQueryClient();
  const arrived = useNotifications().items.map(
    ({ message }) => NotificationMessage.safeParse(message).data?.notificationId,
  );
  const reload = () => void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
  const test = useMutation({
    mutationFn: () => call(views.alertTest, { body: {} }),
    onError: (error) => toast(refusalOr(error, text.testFailed)),
    onSuccess: () => void setTimeout(reload, MAIL_MS),
    onSettled: reload,
  });
  const { data } = test;
  return (
    <section className="close-stack">
      <h3>{text.ways}</h3>
      <ul>
        {WAYS.map((way) => {
          const state = channels.find(({ channel }) => channel === way);
          const outcome = data?.outcomes.find(({ channel }) => channel === way)?.outcome;
          const isHere = way === "app" && data !== undefined && arrived.includes(data.notificationId);
          return (
            <li key={way}>
              <p>
                <strong>{text.way[way]}</strong>
              </p>
              <p className="fine-print">
                {state?.lastSuccess ? text.lastSuccess(formatAge(state.lastSuccess, now)) : text.neverWorked}
                {state?.lastFault && ` · ${text.lastFault(formatAge(state.lastFault, now))}`}
              </p>
              {outcome && <p role="status">{isHere ? text.arrived : text.outcomes[outcome]}</p>}
            </li>
          );
        })}
      </ul>
      <div>
        <Button icon="bell" pending={test.isPending} onClick={() => test.mutate()}>
          {text.testWays}
        </Button>
      </div>
    </section>
  );
}
