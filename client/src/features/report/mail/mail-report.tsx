import { views } from "@lamina/shared/calls/views";
import type { MailedReport } from "@lamina/shared/views/mail";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { refusalOr } from "../../../core/refusals/refusal.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog, DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { formatDay } from "../../../ui/format.ts";
import type { Choice } from "../choice.ts";
import styles from "../report.module.css";
import { text } from "../text.ts";
import { mailStateQuery } from "./mail-state.ts";
import { MonthlyMail } from "./monthly-mail.tsx";

const words = text.mail;

interface MailReportProps {
  report: MailedReport;
  /** The days of the report. */
  from: string;
  to: string;
  choice: Pick<Choice, "farmId" | "pivotId">;
}

/** A button that mails the report, or explains why it cannot. */
export function MailReport(props: MailReportProps) {
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...mailStateQuery(useSelectedClient()), enabled: open });
  const close = () => setOpen(false);
  return (
    <>
      <Button icon="inbox" aria-label={words.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.openShort} <span className={styles.roomy}>{words.openAs}</span>
      </Button>
      <Dialog open={open} onClose={close} title={words.title} variant="sheet">
        <QueryView query={query} rows={3}>
          {(state) =>
            state.configured ? (
              <>
                <MailForm {...props} own={state.email ?? ""} onDone={close} />
                <MonthlyMail report={props.report} state={state} />
              </>
            ) : (
              <OwnMail {...props} />
            )
          }
        </QueryView>
      </Dialog>
    </>
  );
}

/** The reason why the installation sends no mail, and the user's own mail with the address of this report. */
function OwnMail({ report, from, to }: MailReportProps) {
  const about = `${text.tabs[report === "management" ? "irrigationmanager" : "waterconsuption"]}, ${text.period(formatDay(from), formatDay(to))}`;
  const query = new URLSearchParams({ subject: about, body: words.ownBody(about, window.location.href) });
  return (
    <div className="grid gap-3">
      <Banner tone="info" icon="info">
        {words.notConfigured} {words.notConfiguredHint}
      </Banner>
      <a className="strong" href={`mailto:?${query.toString().replaceAll("+", "%20")}`}>
        {words.ownMail}
      </a>
    </div>
  );
}

function MailForm({ report, from, to, choice, own, onDone }: MailReportProps & { own: string; onDone: () => void }) {
  const id = useId();
  const { _id: clientId } = useSelectedClient();
  const [typed, setTyped] = useState(own);
  const [error, setError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, submit } = useSubmit(async () => {
    const recipients = typed.split(/[\s,;]+/).filter(Boolean);
    const body = views.reportMail.body.safeParse({
      ...{ clientId, report, from, to, recipients },
      ...(choice.farmId ? { farmId: choice.farmId } : {}),
      ...(choice.pivotId ? { pivotId: choice.pivotId } : {}),
    });
    setError(body.success ? undefined : words.invalid);
    setFailure(null);
    if (!body.success) return;
    try {
      const { matchedCount } = await call(views.reportMail, { body: body.data });
      if (matchedCount === 0) return setFailure(words.failed);
      onDone();
      toast(words.queued(recipients.length));
    } catch (problem) {
      setFailure(refusalOr(problem, (problem instanceof ApiError && problem.detail) || words.failed));
    }
  });
  return (
    <Form id={id} failure={failure} onSubmit={submit}>
      <p>{words.what[report](formatDay(from), formatDay(to))}</p>
      <TextField
        label={words.recipients}
        hint={words.recipientsHint}
        error={error}
        inputMode="email"
        autoComplete="email"
        value={typed}
        onValue={setTyped}
      />
      <DialogFooter>
        <Button type="submit" form={id} variant="primary" pending={pending}>
          {words.send}
        </Button>
      </DialogFooter>
    </Form>
  );
}
