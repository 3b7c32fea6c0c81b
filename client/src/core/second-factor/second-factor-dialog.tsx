import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { logFailure } from "../log-failure.ts";
import { EndForm } from "./end-form.tsx";
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
  const factor = useQuery({
    queryKey: [SESSION_KEY, "second-factor"],
    queryFn: ({ signal }) => logFailure(text.failed, call(views.secondFactor, { signal })),
    staleTime: 0,
    enabled: before === undefined,
  });
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
        <QueryView query={factor}>
          {({ since, recoveryCodes }) =>
            since === null ? (
              start
            ) : (
              <EndForm
                since={since}
                left={recoveryCodes}
                onClose={close}
                onEnded={() => {
                  toast(text.off);
                  close();
                }}
              />
            )
          }
        </QueryView>
      )}
    </Dialog>
  );
}
