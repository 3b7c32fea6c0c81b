import { useId } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useTypedForm } from "../../ui/form/use-typed-form.ts";
import { passwordFaults, refusal, SHORTEST, savePassword } from "./save-password.ts";
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
  const { pending, submit, input, failure } = useTypedForm({
    initial: { userName, code, current: "", next: "", repeat: "" },
    check: (written) => passwordFaults(written, ASKED[by]),
    send: async (written) => {
      await savePassword(written, by === "code");
      toast(text.saved);
      onClose();
      onSaved?.(written.userName.trim(), written.next);
    },
    refusal,
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
      <Form id={id} failure={failure} onSubmit={submit}>
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
