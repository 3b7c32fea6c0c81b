import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { useId } from "react";
import { call } from "../../api/http.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { DialogFooter } from "../../ui/feedback/dialog.tsx";
import { Form } from "../../ui/form/form.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { text } from "./text.ts";
import { useFactorForm } from "./use-factor-form.ts";

const FEW = 3;

interface EndFormProps {
  since: string;
  /** Recovery codes that are left. */
  left: number;
  onEnded: () => void;
  onClose: () => void;
}

/** The second factor in use, and its end by password and code. */
export function EndForm({ since, left, onEnded, onClose }: EndFormProps) {
  const id = useId();
  const { pending, submit, input, failure } = useFactorForm(["current", "code"], async ({ current, code }) => {
    await call(views.endSecondFactor, { body: { current: encodeBase64(current), code: code.trim() } });
    onEnded();
  });
  return (
    <Form id={id} failure={failure} onSubmit={submit} className="grid gap-3">
      <p>
        {text.since(formatDateTime(since, undefined))} {text.left(left)} {left < FEW && text.fewLeft}
      </p>
      <p className="hint">{text.endHint}</p>
      <TextField label={text.password} {...input("current")} type="password" autoComplete="current-password" />
      <TextField
        label={text.code}
        hint={text.anyCodeHint}
        {...input("code")}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <DialogFooter>
        <Button onClick={onClose}>{text.close}</Button>
        <Button type="submit" form={id} variant="danger" pending={pending}>
          {text.end}
        </Button>
      </DialogFooter>
    </Form>
  );
}
