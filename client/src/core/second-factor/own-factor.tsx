import { views } from "@lamina/shared/calls/views";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { logFailure } from "../log-failure.ts";
import { EndForm } from "./end-form.tsx";
import { text } from "./text.ts";

/** The logged-in user's second factor, or `start` without one. */
export function OwnFactor({ start, onClose }: { start: ReactNode; onClose: () => void }) {
  const factor = useQuery({
    queryKey: [SESSION_KEY, "second-factor"],
    queryFn: ({ signal }) => logFailure(text.failed, call(views.secondFactor, { signal })),
    staleTime: 0,
  });
  function ended() {
    toast(text.off);
    onClose();
  }
  return (
    <QueryView query={factor}>
      {({ since, recoveryCodes }) =>
        since === null ? start : <EndForm since={since} left={recoveryCodes} onClose={onClose} onEnded={ended} />
      }
    </QueryView>
  );
}
