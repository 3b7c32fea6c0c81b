import { Button } from "../controls/button.tsx";
import { text } from "../text.ts";
import { Dialog } from "./dialog.tsx";

interface AlertDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  message: string;
}

/** A message that the user must confirm: a title, one sentence and Fechar. */
export function AlertDialog({ open, onClose, title, message }: AlertDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      variant="alert"
      actions={
        <Button variant="primary" onClick={onClose} autoFocus>
          {text.close}
        </Button>
      }
    >
      <p>{message}</p>
    </Dialog>
  );
}
