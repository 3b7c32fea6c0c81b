import type { OneTimeCode } from "@lamina/shared/access/user";
import type * as z from "zod";
import { copyText } from "../../../platform/clipboard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import styles from "./invite-card.module.css";
import { text } from "./text.ts";

const words = text.invite;

interface CodeDialogProps {
  user: string;
  code: z.output<typeof OneTimeCode>;
  timeZone: string;
  onClose: () => void;
}

/** Shows a one-time code to copy. It cannot be shown again. */
export function CodeDialog({ user, code: { code, expiresAt }, timeZone, onClose }: CodeDialogProps) {
  const copy = async () => toast((await copyText(code)) ? words.copied : words.notCopied);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.shownTitle}
      variant="alert"
      actions={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <Button variant="primary" onClick={() => void copy()} autoFocus>
            {words.copy}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <Banner tone="warning" icon="alert">
          {words.shownOnce}
        </Banner>
        <p>
          {words.user}: <strong>{user}</strong>
        </p>
        <p>
          {words.code}: <code className={styles.code}>{code}</code>
        </p>
        <p className="hint">{words.until(formatDateTime(expiresAt, timeZone))}</p>
      </div>
    </Dialog>
  );
}
