import type { User } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { hasFeature } from "../../../core/runtime-config/has-feature.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { failureText } from "../records/data/failure-text.ts";
import { text } from "./text.ts";

const words = text.secondFactor;

/** Ends the second factor of a person who lost it, after a question. */
export function FactorReset({ user }: { user: User }) {
  const { can } = useRights();
  const [asks, setAsks] = useState(false);
  const reset = useMutation({
    mutationFn: () => call(views.resetSecondFactor, { body: { _id: user._id } }),
    onSuccess: ({ matchedCount }) => {
      toast(matchedCount > 0 ? words.done : words.none);
      setAsks(false);
    },
  });
  if (!hasFeature("second-factor") || !can("user", "edit") || user.invited) return null;
  return (
    <div>
      <Button onClick={() => setAsks(true)}>{words.reset}</Button>
      {asks && (
        <Dialog
          open
          onClose={() => setAsks(false)}
          title={words.reset}
          variant="alert"
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{words.cancel}</Button>
              <Button variant="danger" pending={reset.isPending} onClick={() => reset.mutate()}>
                {words.reset}
              </Button>
            </>
          }
        >
          <p>{words.ask(user.name)}</p>
          <p className="hint">{words.hint}</p>
          <Failure>{reset.error && failureText(reset.error)}</Failure>
        </Dialog>
      )}
    </div>
  );
}
