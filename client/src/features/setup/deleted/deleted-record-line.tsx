import { views } from "@lamina/shared/calls/views";
import type { DeletedRecord, RestoreReply } from "@lamina/shared/calls/views/deletions";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { failureText } from "../records/data/failure-text.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

/** A deleted record with its restoration; asks for another name when a newer record has its own. */
export function DeletedRecordLine({ deleted }: { deleted: DeletedRecord }) {
  const { _id: clientId } = useSelectedClient();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [name, setName] = useState<string>();
  const [kept, setKept] = useState<RestoreReply["kept"]>([]);
  const kinds: Readonly<Record<string, string>> = text.kinds;
  const moment = (date: string) => formatDateTime(Date.parse(date), DEFAULT_TIMEZONE);

  async function restore() {
    setPending(true);
    try {
      const reply = await call(views.restore, { body: { clientId, _id: deleted._id, name } });
      toast(text.restored(name ?? deleted.name, reply.restored));
      setKept(reply.kept);
      setFailure(undefined);
      // A refetched list lacks this line, and would remove the records to check with it.
      const isAll = reply.kept.length === 0;
      void queryClient.invalidateQueries({
        queryKey: [clientId],
        predicate: ({ queryKey }) => isAll || queryKey[1] !== "deleted",
      });
    } catch (error) {
      setFailure(failureText(error));
      const isTaken = error instanceof ApiError && error.fields.some(({ field }) => field === "name");
      if (isTaken) setName((given) => given ?? deleted.name);
    } finally {
      setPending(false);
    }
  }

  return (
    <li className="close-stack">
      <span>{text.one(kinds[deleted.entity] ?? deleted.entity, deleted.name, deleted.count)}</span>
      <span>{text.when(moment(deleted.date), deleted.userName, moment(deleted.until))}</span>
      <Failure>{failure}</Failure>
      {kept.length > 0 ? (
        <>
          <p role="status">{text.kept}</p>
          <ul>
            {kept.map((one) => (
              <li key={one.name}>{`${kinds[one.entity] ?? one.entity}: ${one.name}`}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          {name !== undefined && <TextField label={text.otherName} value={name} onValue={setName} />}
          <div>
            <Button pending={pending} aria-label={text.restoreOf(deleted.name)} onClick={() => void restore()}>
              {text.restore}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
