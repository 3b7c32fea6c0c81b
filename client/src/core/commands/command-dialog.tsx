import { overridable } from "@lamina/shared/reasons/interlocks";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { formatTime } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import { PasskeyButton } from "../passkeys/passkey-button.tsx";
import type { CommandAsk, CommandedMachine } from "./command-ask.ts";
import { commandText } from "./command-text.ts";
import { ProofField } from "./proof-field.tsx";
import { draftOf, hasSetting, orderOf } from "./setting-draft.ts";
import { SettingFields } from "./setting-fields.tsx";
import { settingWords } from "./setting-words.ts";
import { type Proof, useCommand, useMayReach } from "./use-command.ts";

interface CommandDialogProps {
  machine: CommandedMachine;
  ask: CommandAsk;
  onClose: () => void;
}

/** The one confirmation of a command: its setting and, when an interlock holds it back, the reason and the remedy. */
export function CommandDialog({ machine: { pivot, farm }, ask, onClose }: CommandDialogProps) {
  const now = useNow();
  const mayReach = useMayReach();
  const [draft, setDraft] = useState(() => draftOf(ask));
  const [reason, setReason] = useState("");
  const [proofs, setProofs] = useState<Partial<Record<Proof, string>>>({});
  const { mutate, isPending, problem, interlocks, proof, setProof, passkey } = useCommand(pivot.clientId, onClose);
  const typed = (proof && proofs[proof]) ?? "";
  const isStop = ask.order.command === "stop";
  // A start has the setting of its decision. Its fields would open the keyboard of a phone over the confirmation.
  const [isSet, setSet] = useState(ask.order.command !== "start");
  const confirmation = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isStop) confirmation.current?.focus();
  }, [isStop]);
  const clock = ask.scheduledFor && formatTime(ask.scheduledFor, farm.timezone);
  const order = hasSetting(ask) ? orderOf(ask, draft, { now, timezone: farm.timezone }) : ask.order;
  const mayOverride = interlocks.length > 0 && interlocks.every((id) => overridable.includes(id));
  const { title, confirm, hint } = clock ? commandText.asAt(clock) : commandText.as[kindOf(ask)];
  const words = mayOverride ? commandText.anyway : confirm;
  const isUnexplained = mayOverride && reason.trim().length < 3;
  const isMissing = order === undefined || isUnexplained || (proof !== null && !typed);
  const { arcs: _arcs, ...asked } = ask;
  const isReady = order !== undefined && !isUnexplained && mayReach && !isPending;
  const given = () => ({
    ...asked,
    order: order ?? ask.order,
    pivotId: pivot._id,
    ...(mayOverride && { override: { interlocks: [...interlocks], reason: reason.trim() } }),
  });
  const send = () => {
    if (isReady && !isMissing) mutate({ given: given(), proofs: proof ? { [proof]: typed } : {} });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title(pivot.name)}
      variant="sheet"
      actions={
        <>
          <Button onClick={onClose}>{commandText.cancel}</Button>
          <Button
            ref={confirmation}
            variant={isStop ? "urgent" : "primary"}
            pending={isPending}
            disabled={!mayReach || isMissing}
            aria-label={commandText.of(words, pivot.name)}
            onClick={send}
          >
            {mayReach ? words : commandText.offline}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {problem && (
          <Banner tone="danger" icon="alert" announced>
            {problem}
          </Banner>
        )}
        {ask.order.command === "start" && <p className="strong">{settingWords(ask.order, isSet)}</p>}
        {hasSetting(ask) && isSet && <SettingFields draft={draft} onDraft={setDraft} />}
        {!isSet && (
          <Button variant="quiet" icon="gauge" onClick={() => setSet(true)}>
            {commandText.set}
          </Button>
        )}
        <p className="hint">{hint}</p>
        {mayOverride && (
          <TextField
            label={commandText.reason}
            hint={commandText.reasonHint}
            value={reason}
            maxLength={300}
            onValue={setReason}
          />
        )}
        {proof && (
          <PasskeyButton
            ask={passkey}
            ownOnly
            onProof={async (made) => isReady && mutate({ given: given(), proofs: { passkey: made } })}
          />
        )}
        {proof && (
          <ProofField
            key={proof}
            proof={proof}
            value={typed}
            onValue={(value) => setProofs({ [proof]: value })}
            onOther={setProof}
          />
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}

function kindOf({ order: { command, wet, direction } }: CommandAsk) {
  if (command === "pump") return wet ? "pumpOn" : "pumpOff";
  if (command === "direction") return direction === "reverse" ? "reverse" : "forward";
  return command;
}
