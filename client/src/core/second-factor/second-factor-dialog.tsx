import { useState } from "react";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { OwnFactor } from "./own-factor.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { StartForm } from "./start-form.tsx";
import { text } from "./text.ts";

interface SecondFactorDialogProps {
  /** A login that must set it up first: its token and password, and what takes the token of the session. */
  before?: { token: string; password: string; enter: (token: string) => void };
  onClose: () => void;
}

/** Sets up the user's second factor, or ends it. Import it lazily, because few users open it. */
export default function SecondFactorDialog({ before, onClose }: SecondFactorDialogProps) {
  const [confirmed, setConfirmed] = useState<{ recoveryCodes: readonly string[]; token: string | null }>();
  function close() {
    if (confirmed?.token) before?.enter(confirmed.token);
    onClose();
  }
  const start = <StartForm before={before} onConfirmed={setConfirmed} onClose={close} />;
  return (
    <Dialog open onClose={close} title={confirmed ? text.codesTitle : text.title} variant="sheet">
      {confirmed ? (
        <RecoveryCodes codes={confirmed.recoveryCodes} onDone={close} />
      ) : before ? (
        start
      ) : (
        <OwnFactor start={start} onClose={close} />
      )}
    </Dialog>
  );
}
