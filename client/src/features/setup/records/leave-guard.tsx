import type { RefObject } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { sameOpen } from "./data/params.ts";
import { text } from "./data/text.ts";

interface LeaveGuardProps {
  /** Read at the moment of leaving. */
  mayLeave: RefObject<boolean>;
  onDiscard: () => void;
}

/** Where a session leads that ends: nothing keeps anybody from there, and the draft waits for them to come back. */
const LOGIN = "/login";

/** Asks before a dirty form is left. A draft that is kept waits where it was written. */
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
