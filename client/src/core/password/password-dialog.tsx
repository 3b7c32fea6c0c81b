import { useId, useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form, useSubmit } from "../../ui/form/form.tsx";
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
  const [written, setWritten] = useState<WrittenPassword>({ userName, code, current: "", next: "", repeat: "" });
  const [faults, setFaults] = useState<PasswordFaults>({});

  const { pending, submit } = useSubmit(async () => {
    const wrong = passwordFaults(written, ASKED[by]);
    setFaults(wrong);
    if (Object.keys(wrong).length > 0) return;
    try {
      await savePassword(written, by === "code");
      toast(text.saved);
      onClose();
      onSaved?.(written.userName.trim(), written.next);
    } catch (error) {
      setFaults(refusal(error));
    }
  });

  const input = (name: keyof WrittenPassword) => ({
    name,
    error: faults[name],
    value: written[name],
    // A password manager fills several fields at once.
    onValue: (value: string) => setWritten((before) => ({ ...before, [name]: value })),
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
      <Form id={id} failure={faults.form} onSubmit={submit}>
        <p className="muted">{by === "code" ? text.byCodeHint : text.changeHint}</p>
        {by === "code" ? (
          <>
            <TextField
              label={text.userName}
              {...input("userName")}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextField
              label={text.code}
              {...input("code")}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </>
        ) : (
          <TextField label={text.current} {...input("current")} type="password" autoComplete="current-password" />
        )}
        <TextField
          label={text.next}
          hint={text.nextHint(SHORTEST)}
          {...input("next")}
          type="password"
          autoComplete="new-password"
        />
        <TextField label={text.repeat} {...input("repeat")} type="password" autoComplete="new-password" />
      </Form>
    </Dialog>
  );
}
