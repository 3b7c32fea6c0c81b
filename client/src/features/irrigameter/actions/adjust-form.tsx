import { views } from "@lamina/shared/calls/views";
import { BalanceAdjust } from "@lamina/shared/records/balance";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatNumber, formatShortDay } from "../../../ui/format.ts";
import { parseNumber } from "../../../ui/parse-number.ts";
import { mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { depletionAtEnd } from "../card/recommendation.ts";
import { measuredDepletion, monitorsByNeed } from "../card/sensors.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";

const FORBIDDEN = 403;
/** Minimum length of a reason that the API accepts. */
const REASON_LENGTH = 3;

/** "Ajustar déficit": sets the depletion at the end of the balance's last day, with a reason that is stored. */
export function AdjustForm({ unit, card, byProbe, onDone }: ActionPart) {
  const { clientId, todayOf } = useBoard();
  const queryClient = useQueryClient();
  const { balance, sector } = card;
  const date = balance?.date ?? todayOf(unit.farm.timezone);
  const measured = measuredDepletion(card);
  const { fields, set, clear } = useDraft(`${clientId} adjust ${byProbe} ${sector._id}`, {
    dr: byProbe && measured !== null ? formatNumber(depletionAtEnd(card, measured), 1) : "",
    reason: byProbe ? formText.byProbe(monitorsByNeed(card)[0]?.name ?? "", mm(measured)) : "",
  });
  const [errors, setErrors] = useState<{ dr?: string; reason?: string }>({});
  const adjust = useMutation({
    mutationFn: (body: BalanceAdjust) => call(views.balanceAdjust, { body }),
    onSuccess: (_reply, { drMm }) => {
      clear();
      onDone();
      toast(drMm === null ? formText.adjustUndone : formText.adjustDone(mm(drMm)));
      return queryClient.invalidateQueries({ queryKey: [clientId, "irrigameter"] });
    },
  });

  async function save() {
    const body = BalanceAdjust.safeParse({
      sectorId: sector._id,
      date,
      drMm: parseNumber(fields.dr) ?? Number.NaN,
      reason: fields.reason,
    });
    const tooMuch = balance && body.success && (body.data.drMm ?? 0) > balance.taw;
    const broken = body.success ? [] : body.error.issues.map(({ path }) => path[0]);
    setErrors({
      ...(broken.includes("drMm") || tooMuch ? { dr: formText.range("0", formatNumber(balance?.taw ?? 500, 1)) } : {}),
      ...(broken.includes("reason") ? { reason: formText.reasonMissing } : {}),
    });
    // A failure is shown above the fields, from `adjust.error`.
    if (body.success && !tooMuch) await adjust.mutateAsync(body.data).catch(() => {});
  }

  const undo = () => {
    const reason = fields.reason.trim().length < REASON_LENGTH ? formText.adjustUndone : fields.reason;
    adjust.mutate({ sectorId: sector._id, date, drMm: null, reason });
  };

  const cancel = () => {
    clear();
    onDone();
  };
  const { error } = adjust;
  const isForbidden = error instanceof ApiError && error.status === FORBIDDEN;
  const problem = error && (isForbidden ? text.forbidden : text.failed);
  return (
    <ActionForm problem={problem} saveLabel={formText.adjustSave} onSave={save} onCancel={cancel}>
      {balance && <p className="hint">{formText.adjustHint(formatShortDay(date), mm(balance.dr))}</p>}
      {balance && balance.adjustedMm !== 0 && (
        <p className="hint">
          {formText.adjustedThatDay(mm(balance.adjustedMm))}{" "}
          <Button variant="quiet" pending={adjust.isPending} onClick={undo}>
            {formText.adjustUndo}
          </Button>
        </p>
      )}
      <TextField
        label={formText.drMm(formatShortDay(date))}
        error={errors.dr}
        inputMode="decimal"
        value={fields.dr}
        onValue={(dr) => set({ dr })}
      />
      <TextField
        label={formText.reason}
        hint={formText.reasonHint}
        error={errors.reason}
        value={fields.reason}
        onValue={(reason) => set({ reason })}
      />
    </ActionForm>
  );
}
