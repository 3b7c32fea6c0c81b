import type { OneTimeCode, User } from "@lamina/shared/access/user";
import { views } from "@lamina/shared/calls/views";
import { useState } from "react";
import type * as z from "zod";
import { call } from "../../../api/http.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { failureText } from "../records/data/failure-text.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { firstTimeZone } from "../records/data/time-zone.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { FactorReset } from "./factor-reset.tsx";
import { text } from "./text.ts";
import { userState } from "./user-state.ts";

const words = text.invite;

/** A user's last login, and a button that creates the code for a password. The code is shown once and not stored. */
export function InviteCard({ record: user, lists }: { record: User; lists: RelatedRecords }) {
  const { can } = useRights();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [code, setCode] = useState<z.output<typeof OneTimeCode>>();
  const timeZone = firstTimeZone(lists);
  const state = userState(user);

  async function invite() {
    setPending(true);
    setFailure(undefined);
    try {
      setCode(await call(views.invite, { body: { _id: user._id } }));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Card title={words.title}>
      <div className="grid gap-3">
        <p>{user.lastAccess ? words.last(formatDateTime(user.lastAccess, timeZone)) : words.never}</p>
        <Failure>{failure}</Failure>
        {can("user", "edit") &&
          (state === "inactive" ? (
            <p className="hint">{words.inactive}</p>
          ) : (
            <>
              <p className="hint">{words.hint}</p>
              <div>
                <Button pending={pending} onClick={() => void invite()}>
                  {state === "invited" ? words.make : words.reset}
                </Button>
              </div>
            </>
          ))}
      </div>
      <FactorReset user={user} />
      {code && <CodeDialog user={user.userName} code={code} timeZone={timeZone} onClose={() => setCode(undefined)} />}
    </Card>
  );
}
