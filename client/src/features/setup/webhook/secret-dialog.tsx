import { copyText } from "../../../platform/clipboard.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { text } from "./text.ts";

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  const copy = async () => toast((await copyText(secret ?? "")) ? text.copied : text.notCopied);
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title={text.shownTitle}
      variant="alert"
      actions={
        <>
          <Button onClick={onClose}>{text.done}</Button>
          <Button variant="primary" onClick={() => void copy()} autoFocus>
            {text.copy}
          </Button>
        </>
      }
    >
      <Banner tone="warning" icon="alert">
        {text.shownOnce}
      </Banner>
      <p>
        <code style={{ overflowWrap: "anywhere" }}>{secret}</code>
      </p>
    </Dialog>
  );
}
