import type { UndoReply } from "@lamina/shared/calls/views/field-records";
import { useState } from "react";
import { queryClient } from "../../../../api/query-client.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { failureText } from "../../records/data/failure-text.ts";
import { forgetProgress } from "../remembered/progress.ts";
import { text } from "../text.ts";
import { undoImport } from "./undo.ts";

/** Takes back an import as one, after a second press, and names what stays. */
export function UndoImport({ batch }: { batch: string }) {
  const { _id: clientId } = useSelectedClient();
  const [isAsked, setAsked] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [reply, setReply] = useState<UndoReply>();

  async function undo() {
    setPending(true);
    try {
      // What was sent is no longer stored, so that the same file begins again.
      forgetProgress(clientId);
      setReply(await undoImport(clientId, batch, setReply));
      setFailure(undefined);
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
      void queryClient.invalidateQueries({ queryKey: [clientId] });
    }
  }

  return (
    <div>
      <Failure>{failure}</Failure>
      {reply && <p role="status">{text.undone(reply.undone, reply.refused.length)}</p>}
      {reply && reply.refused.length > 0 && (
        <ul>
          {reply.refused.map(({ recordId, name, message }) => (
            <li key={recordId}>{`${name}: ${message}`}</li>
          ))}
        </ul>
      )}
      {(!reply || pending) && (
        <Button pending={pending} onClick={() => (isAsked ? void undo() : setAsked(true))}>
          {isAsked ? text.undoSure : text.undo}
        </Button>
      )}
    </div>
  );
}
