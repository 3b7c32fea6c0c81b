import { copyText } from "../../platform/clipboard.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { DialogFooter } from "../../ui/feedback/dialog.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import styles from "./second-factor.module.css";
import { text } from "./text.ts";

/** Codes for a lost authenticator. They cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const copy = async () => toast((await copyText(codes.join("\n"))) ? text.copied : text.notCopied);
  return (
    <div className="grid gap-3">
      <Banner tone="warning" icon="alert">
        {text.codesHint}
      </Banner>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.code}>{code}</code>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={() => void copy()}>{text.copy}</Button>
        <Button variant="primary" onClick={onDone}>
          {text.done}
        </Button>
      </DialogFooter>
    </div>
  );
}
