import { views } from "@lamina/shared/calls/views";
import { AlertPace, type AlertSettings } from "@lamina/shared/views/mail";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "../../../api/http.ts";
import { Button, IconButton } from "../../../ui/controls/button.tsx";
import { Checks } from "../../../ui/controls/checks.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { completeTime, TimeInput } from "../../../ui/controls/time-input.tsx";
import { Dialog, DialogFooter } from "../../../ui/feedback/dialog.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { UndeliveredMails } from "../../mails/undelivered-mails.tsx";
import { refusalOr } from "../../refusals/refusal.ts";
import { AlertWays } from "./alert-ways.tsx";
import { settingsQuery } from "./settings-query.ts";
import { text } from "./text.ts";

const BY_MAIL = "mail";

const timeOrNone = (typed: string) => (typed.trim() === "" ? null : completeTime(typed));

/** A button for when and how the user is notified of alerts. */
export function AlertSettingsButton({ timeZone }: { timeZone: string }) {
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...settingsQuery, enabled: open });
  const close = () => setOpen(false);
  return (
    <>
      <IconButton icon="settings" label={text.open} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} title={text.open} variant="sheet">
        <QueryView query={query} rows={4}>
          {(settings) => (
            <div className="stack">
              <UndeliveredMails mails={settings.undelivered} timeZone={timeZone} />
              <SettingsForm settings={settings} onDone={close} />
              <AlertWays settings={settings} timeZone={timeZone} />
            </div>
          )}
        </QueryView>
      </Dialog>
    </>
  );
}

function SettingsForm({ settings, onDone }: { settings: AlertSettings; onDone: () => void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const { mails, email } = settings;
  const [pace, setPace] = useState(settings.pace);
  const [digestAt, setDigestAt] = useState(settings.digestAt);
  const [byMail, setByMail] = useState(settings.byMail);
  const [quietFrom, setQuietFrom] = useState(settings.quietFrom ?? "");
  const [quietTo, setQuietTo] = useState(settings.quietTo ?? "");
  const [error, setError] = useState<string | undefined>();
  const [quietError, setQuietError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, submit } = useSubmit(async () => {
    const quiet = { quietFrom: timeOrNone(quietFrom), quietTo: timeOrNone(quietTo) };
    const body = views.alertSettingsChange.body.safeParse({ pace, digestAt: completeTime(digestAt), byMail, ...quiet });
    const wrong = new Set(body.error?.issues.map(({ path }) => path[0]));
    const isHalf = (quiet.quietFrom === null) !== (quiet.quietTo === null);
    setError(wrong.has("digestAt") ? text.timeInvalid : undefined);
    setQuietError(
      wrong.has("quietFrom") || wrong.has("quietTo") ? text.timeInvalid : isHalf ? text.quietHalf : undefined,
    );
    setFailure(null);
    if (!body.success || isHalf) return;
    try {
      await call(views.alertSettingsChange, { body: body.data });
      queryClient.setQueryData(settingsQuery.queryKey, { ...settings, ...body.data });
      toast(text.saved);
      onDone();
    } catch (error) {
      setFailure(refusalOr(error, text.failed));
    }
  });
  const mayMail = mails && email !== null;
  return (
    <Form id={id} failure={failure} onSubmit={submit}>
      <Checks
        legend={text.pace}
        type="radio"
        options={AlertPace.options.map((value) => ({ value, label: text.paces[value] }))}
        chosen={[pace]}
        hint={text.paceHint}
        onChoose={setPace}
      />
      {pace !== "at-once" && (
        <Field label={text.digestAt} hint={text.digestHint} error={error}>
          {(control) => <TimeInput {...control} value={digestAt} onValue={setDigestAt} />}
        </Field>
      )}
      {mayMail || byMail ? (
        <Checks
          legend={null}
          options={[{ value: BY_MAIL, label: text.byMail(email ?? "") }]}
          chosen={byMail ? [BY_MAIL] : []}
          hint={mayMail ? undefined : text.noMail(mails)}
          onChoose={(_value, on) => setByMail(on)}
        />
      ) : (
        <p className="fine-print">{text.noMail(mails)}</p>
      )}
      <Field label={text.quietFrom} hint={text.quietHint} error={quietError}>
        {(control) => <TimeInput {...control} value={quietFrom} onValue={setQuietFrom} />}
      </Field>
      <Field label={text.quietTo}>{(control) => <TimeInput {...control} value={quietTo} onValue={setQuietTo} />}</Field>
      <DialogFooter>
        <Button type="submit" form={id} variant="primary" pending={pending}>
          {text.save}
        </Button>
      </DialogFooter>
    </Form>
  );
}
