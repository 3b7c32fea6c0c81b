import { copyText } from "../../../platform/clipboard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import styles from "./connect.module.css";
import { text } from "./text.ts";

/** A command or an address, with a button that copies it. */
export function CopiedText({ label, value }: { label: string; value: string }) {
  const copy = async () => toast((await copyText(value)) ? text.copied : text.notCopied);
  return (
    <div className={styles.copied}>
      <p>{label}</p>
      <code>{value}</code>
      <Button aria-label={`${text.copy}: ${label}`} onClick={() => void copy()}>
        {text.copy}
      </Button>
    </div>
  );
}
