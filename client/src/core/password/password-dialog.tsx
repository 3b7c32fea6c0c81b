import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { Field } from "../../ui/controls/field.tsx";
import { PasswordInput, TextInput } from "../../ui/controls/input.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Failure } from "../../ui/feedback/failure.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import styles from "./password-dialog.module.css";
import {
  type PasswordFaults,
  passwordFaults,
  refusal,
  SHORTEST,
  savePassword,
  type WrittenPassword,
} from "./save-password.ts";
import { text } from "./text.ts";

interface PasswordDialogProps {
  /** `code`: sets a password with a one-time code. `password`: changes the user's own one with the current one. */
  by: "code" | "password";
  userName: string;
  /** A code that the login page has already accepted. */
  code?: string;
  onClose: () => void;
  onSaved?: (userName: string, password: string) => void;
}

const ASKED = { code: ["userName", "code", "next", "repeat"], password: ["current", "next", "repeat"] } as const;

/** Sets a first or forgotten password, or changes it. Import it lazily, because few users open it. */
export default function PasswordDialog({ by, userName, code = "", onClose, onSaved }: PasswordDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<WrittenPassword>({ userName, code, current: "", next: "", repeat: "" });
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [pending, setPending] = useState(false);

  function refuse(next: PasswordFaults) {
    setFaults(next);
    // The fields show their errors only after this state is set.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const wrong = passwordFaults(written, ASKED[by]);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setFaults({});
    setPending(true);
    try {
      await savePassword(written, by === "code");
      toast(text.saved);
      onClose();
      onSaved?.(written.userName.trim(), written.next);
    } catch (error) {
      refuse(refusal(error));
    } finally {
      setPending(false);
    }
  }

  const input = (name: keyof WrittenPassword) => ({
    name,
    value: written[name],
    // A password manager fills several fields at once.
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setWritten((before) => ({ ...before, [name]: value })),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={by === "code" ? text.byCode : text.change}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button type="submit" form={id} variant="primary" pending={pending}>
            {text.save}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
        <p className={styles.hint}>{by === "code" ? text.byCodeHint : text.changeHint}</p>
        <Failure>{faults.form}</Failure>
        {by === "code" ? (
          <>
            <Field label={text.userName} error={faults.userName}>
              {(control) => (
                <TextInput
                  {...control}
                  {...input("userName")}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
            <Field label={text.code} error={faults.code}>
              {(control) => (
                <TextInput
                  {...control}
                  {...input("code")}
                  autoComplete="one-time-code"
                  autoCapitalize="characters"
                  spellCheck={false}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label={text.current} error={faults.current}>
            {(control) => <PasswordInput {...control} {...input("current")} autoComplete="current-password" />}
          </Field>
        )}
        <Field label={text.next} hint={text.nextHint(SHORTEST)} error={faults.next}>
          {(control) => <PasswordInput {...control} {...input("next")} autoComplete="new-password" />}
        </Field>
        <Field label={text.repeat} error={faults.repeat}>
          {(control) => <PasswordInput {...control} {...input("repeat")} autoComplete="new-password" />}
        </Field>
      </form>
    </Dialog>
  );
}
