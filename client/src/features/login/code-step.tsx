import { useState } from "react";
import { PasskeyButton } from "../../core/passkeys/passkey-button.tsx";
import { useSession } from "../../core/session/use-session.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Form, useSubmit } from "../../ui/form/form.tsx";
import { Mark } from "../../ui/icons/mark.tsx";
import { PRODUCT } from "../../ui/layout/page.tsx";
import styles from "./page.module.css";
import { text } from "./text.ts";

/** The second step of the login of a person with a second factor. */
export function CodeStep({ userName }: { userName: string }) {
  const { enterCode, enterPasskey, dropChallenge, isCodeWrong, passkey } = useSession();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { pending, submit } = useSubmit(async () => {
    setMissing(code.trim() === "");
    if (code.trim() === "") return false;
    setByCode(true);
    const entered = await enterCode(code.trim());
    if (!entered) setCode("");
    return entered;
  });
  const [isByCode, setByCode] = useState(true);
  const wrong = isCodeWrong && isByCode && code === "" ? text.codeWrong : undefined;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <h1 className={styles.name}>
        <Mark size={40} />
        {PRODUCT}
      </h1>
      <p>{text.codeLead(userName)}</p>
      <PasskeyButton
        ask={passkey}
        onProof={(proof) => {
          setByCode(false);
          return enterPasskey(proof);
        }}
      />
      <TextField
        label={text.code}
        hint={text.codeHint}
        error={isMissing ? text.codeMissing : wrong}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={code}
        onValue={setCode}
      />
      <Button type="submit" variant="primary" wide pending={pending} className={styles.submit}>
        {text.submit}
      </Button>
      <Button variant="quiet" wide onClick={dropChallenge}>
        {text.back}
      </Button>
    </Form>
  );
}
