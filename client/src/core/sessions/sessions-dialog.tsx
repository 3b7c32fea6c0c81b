import { deviceOf } from "@lamina/shared/access/device-name";
import { views } from "@lamina/shared/calls/views";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Failure } from "../../ui/feedback/failure.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { logFailure } from "../log-failure.ts";
import { hasFeature } from "../runtime-config/has-feature.ts";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnPin } from "./own-pin.tsx";
import styles from "./sessions.module.css";
import { text } from "./text.ts";

const KEY = [SESSION_KEY, "logins"];

/** The user's logins that have not ended, each with a button to end it. Import it lazily, because few users open it. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const logins = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => logFailure(text.failed, call(views.sessions, { signal })),
    staleTime: 0,
  });
  const end = useMutation({
    mutationFn: (ID: string) => call(views.endSession, { query: { ID } }),
    onSuccess: () => toast(text.ended),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const endOthers = useMutation({
    mutationFn: () => call(views.endOtherSessions),
    onSuccess: () => toast(text.ended),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const hasOthers = logins.data?.some(({ current }) => !current) ?? false;
  return (
    <Dialog open onClose={onClose} title={text.title} variant="sheet">
      <div className="stack">
        <p className="hint">{text.hint}</p>
        <Failure>{(end.isError || endOthers.isError) && text.notEnded}</Failure>
        <QueryView query={logins}>
          {(list) => (
            <ul className="close-stack">
              {list.map(({ _id, device, startedAt, renewedAt, current }) => {
                const name = deviceOf(device) || text.unknown;
                return (
                  <li key={_id} className="row wraps between gap-2">
                    <span className={styles.login}>
                      <strong>{name}</strong>
                      {current && ` · ${text.current}`}
                      <br />
                      <small className="hint">
                        {text.since(formatDateTime(startedAt, undefined), formatDateTime(renewedAt, undefined))}
                      </small>
                    </span>
                    {!current && (
                      <Button pending={end.isPending} aria-label={text.endNamed(name)} onClick={() => end.mutate(_id)}>
                        {text.end}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
          )}
        </QueryView>
        {hasOthers && hasFeature("second-factor") && (
          <div className="controls">
            <Button pending={endOthers.isPending} onClick={() => endOthers.mutate()}>
              {text.endOthers}
            </Button>
          </div>
        )}
        {hasFeature("command-confirmation") && <OwnPin />}
        {hasFeature("passkeys") && <OwnPasskeys />}
      </div>
    </Dialog>
  );
}
