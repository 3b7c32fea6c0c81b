import { views } from "@lamina/shared/calls/views";
import { BalanceAdjust } from "@lamina/shared/records/balance";
import { adjustEntry } from "@lamina/shared/records/entries";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { FormField } from "../../../ui/form/form-fields.tsx";
import { formatNumber, formatShortDay } from "../../../ui/format.ts";
import { mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { depletionAtEnd } from "../card/recommendation.ts";
import { measuredDepletion, monitorsByNeed } from "../card/sensors.ts";
import { text } from "../text.ts";
import { ActionForm } from "./action-form.tsx";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import { useActionForm } from "./use-action-form.ts";

const FORBIDDEN = 403;

/** "Ajustar déficit": sets the depletion at the end of the balance's last day, with a reason that is stored. */
export function AdjustForm({ unit, card, byProbe, onDone }: ActionPart) {
  const { clientId, todayOf } = useBoard();
  const queryClient = useQueryClient();
  const { balance, sector } = card;
  const date = balance?.date ?? todayOf(unit.farm.timezone);
  const measured = measuredDepletion(card);
  const action = useActionForm({
    name: `${clientId} adjust ${byProbe} ${sector._id}`,
    schema: () => adjustEntry(balance?.taw),
    start: {
      drMm: byProbe && measured !== null ? formatNumber(depletionAtEnd(card, measured), 1) : "",
      reason: byProbe ? formText.byProbe(monitorsByNeed(card)[0]?.name ?? "", mm(measured)) : "",
    },
    timeZone: unit.farm.timezone,
    onDone,
  });
  const adjust = useMutation({
    mutationFn: (body: BalanceAdjust) => call(views.balanceAdjust, { body }),
    onSuccess: (_reply, { drMm }) => {
      action.close();
      toast(drMm === null ? formText.adjustUndone : formText.adjustDone(mm(drMm)));
      return queryClient.invalidateQueries({ queryKey: [clientId, "irrigameter"] });
    },
  });

  async function save() {
    const entry = action.read();
    // A failure is shown above the fields, from `adjust.error`.
    if (entry) await adjust.mutateAsync({ sectorId: sector._id, date, ...entry }).catch(() => {});
  }

  const undo = () => {
    const { data: reason = formText.adjustUndone } = BalanceAdjust.shape.reason.safeParse(action.form.values.reason);
    adjust.mutate({ sectorId: sector._id, date, drMm: null, reason });
  };

  const { error } = adjust;
  const isForbidden = error instanceof ApiError && error.status === FORBIDDEN;
  const problem = error && (isForbidden ? text.forbidden : text.failed);
  return (
    <ActionForm action={action} problem={problem} saveLabel={formText.adjustSave} onSave={save}>
      {balance && <p className="hint">{formText.adjustHint(formatShortDay(date), mm(balance.dr))}</p>}
      {balance && balance.adjustedMm !== 0 && (
        <p className="hint">
          {formText.adjustedThatDay(mm(balance.adjustedMm))}{" "}
          <Button variant="quiet" pending={adjust.isPending} onClick={undo}>
            {formText.adjustUndo}
          </Button>
        </p>
      )}
      <FormField field={{ path: "drMm", label: formText.depletion(formatShortDay(date)) }} />
      <FormField field={{ path: "reason", label: formText.reason, hint: formText.reasonHint }} />
    </ActionForm>
  );
}
