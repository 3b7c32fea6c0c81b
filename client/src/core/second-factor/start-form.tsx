import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { useId, useState } from "react";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { DialogFooter } from "../../ui/feedback/dialog.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form } from "../../ui/form/form.tsx";
import { SecretView } from "./secret-view.tsx";
import { text } from "./text.ts";
import { useFactorForm } from "./use-factor-form.ts";

interface StartFormProps {
  before?: { token: string; password: string } | undefined;
  onConfirmed: (confirmed: { recoveryCodes: string[]; token: string | null }) => void;
  onClose: () => void;
}

/** Asks for the password, shows the secret, and confirms it by a code. */
export function StartForm({ before, onConfirmed, onClose }: StartFormProps) {
  const id = useId();
  const [made, setMade] = useState<{ secret: string; link: string }>();
  const token = before && { token: before.token };
  const asked = made ? (["code"] as const) : before ? [] : (["current"] as const);
  const { pending, submit, input, failure } = useFactorForm(asked, async ({ current, code }) => {
    if (made) {
      onConfirmed(await call(views.confirmSecondFactor, { body: { code: code.trim() }, ...token }));
      toast(text.on);
    } else {
      const password = before?.password ?? current;
      setMade(await call(views.startSecondFactor, { body: { current: encodeBase64(password) }, ...token }));
    }
  });
  return (
    <Form id={id} failure={failure} onSubmit={submit} className="grid gap-3">
      <p>{before ? text.required : text.lead}</p>
      {before && <p className="hint">{text.lead}</p>}
      {made ? (
        <>
          <SecretView {...made} />
          <TextField
            label={text.code}
            hint={text.codeHint}
            {...input("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
          />
        </>
      ) : (
        !before && (
          <TextField label={text.password} {...input("current")} type="password" autoComplete="current-password" />
        )
      )}
      <DialogFooter>
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="submit" form={id} variant="primary" pending={pending}>
          {made ? text.confirm : text.start}
        </Button>
      </DialogFooter>
    </Form>
  );
}
