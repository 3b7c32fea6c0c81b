import type { AlertSettings } from "@lamina/shared/views/mail";
import type { ReactNode } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { formatAge } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { PushDevices } from "../../push/devices.tsx";
import { refusalOr } from "../../refusals/refusal.ts";
import { lastOutcomes, testText } from "../../webhook/webhook.ts";
import { appText, mailText } from "./test-words.ts";
import { text } from "./text.ts";
import { useAlertTest } from "./use-alert-test.ts";

/** Each way to the user: when it last worked, and a test of all with the outcome of each. */
export function AlertWays({ settings: { channels }, timeZone }: { settings: AlertSettings; timeZone: string }) {
  const now = useNow();
  const { api, push, post, webhook, isLate, start, isPending } = useAlertTest(channels);
  const apiWords = api.isPending ? text.sending : api.error && refusalOr(api.error, text.testFailed);
  const last = (way: "app" | "mail") => {
    const state = channels.find(({ channel }) => channel === way);
    const success = state?.lastSuccess ? text.lastSuccess(formatAge(state.lastSuccess, now)) : text.neverWorked;
    return state?.lastFault ? [success, text.lastFault(formatAge(state.lastFault, now))] : [success];
  };
  return (
    <section className="close-stack">
      <h3>{text.ways}</h3>
      <ul className="close-stack">
        <Way name={text.way.app} last={last("app")} outcome={apiWords ?? appText(api.data, isLate)} />
        <Way name={text.way.mail} last={last("mail")} outcome={apiWords ?? mailText(api.data, isLate)} />
        {webhook?.url && (
          <Way
            name={text.way.webhook}
            last={webhook.enabled ? lastOutcomes(webhook, now) : [text.webhookOff]}
            outcome={
              post.isPending
                ? text.sending
                : post.error
                  ? refusalOr(post.error, text.testFailed)
                  : post.data && testText(post.data)
            }
          />
        )}
      </ul>
      <PushDevices timeZone={timeZone} test={push} />
      <div>
        <Button icon="bell" pending={isPending} onClick={start}>
          {text.testWays}
        </Button>
      </div>
    </section>
  );
}

function Way({ name, last, outcome }: { name: string; last: readonly string[]; outcome: ReactNode }) {
  return (
    <li>
      <p>
        <strong>{name}</strong>
      </p>
      <p className="fine-print">{last.join(" · ")}</p>
      {outcome && <p role="status">{outcome}</p>}
    </li>
  );
}
