import { views } from "@lamina/shared/calls/views";
import type { MailedReport, ReportMailState } from "@lamina/shared/views/mail";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { refusalOr } from "../../../core/refusals/refusal.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { useSubmit } from "../../../ui/form/form.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { text } from "../text.ts";
import { mailStateQuery } from "./mail-state.ts";
import styles from "./monthly-mail.module.css";

const words = text.monthly;

interface MonthlyMailProps {
  report: MailedReport;
  state: ReportMailState;
}

/** The user's monthly mail of a report: begins it, shows the next one, ends it. */
export function MonthlyMail({ report, state: { monthly, email, subscriptions } }: MonthlyMailProps) {
  const titleId = useId();
  const client = useSelectedClient();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const subscription = subscriptions.find((one) => one.report === report);
  const { pending, submit } = useSubmit(async () => {
    setFailure(null);
    const body = { clientId: client._id, report };
    try {
      const { matchedCount } = await call(subscription ? views.reportUnsubscribe : views.reportSubscribe, { body });
      if (!subscription && matchedCount === 0) return setFailure(words.failed);
      toast(subscription ? words.ended : words.begun);
      await queryClient.invalidateQueries(mailStateQuery(client));
    } catch (error) {
      setFailure(refusalOr(error, words.failed));
    }
  });
  return (
    <section className={styles.monthly} aria-labelledby={titleId}>
      <h3 id={titleId}>{words.title}</h3>
      <Failure>{failure}</Failure>
      {subscription ? (
        <>
          <p>{words.next(formatDateTime(subscription.nextAt, client.timezone ?? "UTC"), email)}</p>
          <Button pending={pending} onClick={submit}>
            {words.end}
          </Button>
        </>
      ) : (
        <>
          <p>{monthly ? (email === null ? words.noAddress : words.what(email)) : words.notConfigured}</p>
          {monthly && email !== null && (
            <Button icon="calendar" pending={pending} onClick={submit}>
              {words.begin}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
