import type { RefObject } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { sameOpen } from "./data/params.ts";
import { text } from "./data/text.ts";

interface LeaveGuardProps {
  /** Read when the user leaves. */
  mayLeave: RefObject<boolean>;
  onDiscard: () => void;
}

/** Addresses of an ended session. Leaving for them is never blocked, and the draft is kept. */
const LOGIN = "/login";

/** Asks before the user leaves a changed form. A kept draft is restored when the form opens again. */
export function LeaveGuard({ mayLeave, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !mayLeave.current && nextLocation.pathname !== LOGIN && !sameOpen(currentLocation, nextLocation),
  );
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      title={text.leaveTitle}
      variant="alert"
      actions={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onDiscard();
              blocker.proceed?.();
            }}
          >
            {text.discard}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{text.keepDraft}</Button>
          <Button variant="primary" autoFocus onClick={() => blocker.reset?.()}>
            {text.stay}
          </Button>
        </>
      }
    >
      <p>{text.leaveBody}</p>
    </Dialog>
  );
}
