import { views } from "@lamina/shared/calls/views";
import type { PlanChoice } from "@lamina/shared/records/day-plan";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { named } from "../../../ui/named.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import { withChoice } from "../with-choice.ts";

/** The answers to the advice to stop: recording the water so far, and letting the run continue with these facts. */
export function StopAnswers({ unit }: { unit: IrrigationCard }) {
  const { act, mayRecord } = useBoard();
  if (unit.decision.kind !== "stop") return null;
  return (
    <>
      {mayRecord && (
        <Button
          variant="primary"
          icon="drop"
          aria-label={named(text.stopped, unit.name)}
          onClick={() => act({ action: "watering", sectorId: unit.mostUrgentSector.sector._id })}
        >
          {text.stopped}
        </Button>
      )}
      <LetRun unit={unit} />
    </>
  );
}

/** Lets a run continue that the advice would stop. */
export function LetRun({ unit: { decision, pivot } }: { unit: IrrigationCard }) {
  const { clientId, data, mayAdjust } = useBoard();
  const queryClient = useQueryClient();
  const plan = data.plans.find(({ farmId }) => farmId === pivot.farmId);
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: PlanChoice) => {
      if (plan === undefined) throw new Error("A run under way without a plan.");
      const seen = plan.decision?.choices ?? [];
      const choices = withChoice(seen, choice);
      return call(views.dayPlanDecide, { body: { farmId: plan.farmId, date: plan.date, choices, seen } });
    },
    onSuccess: () => toast(text.letDone),
    onError: () => toast(text.failedShort),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [clientId, "irrigameter"] }),
  });
  if (decision.kind !== "stop" || !mayAdjust || !plan) return null;
  return (
    <Button
      aria-label={named(text.letRun, pivot.name)}
      pending={isPending}
      onClick={() => mutate({ pivotId: pivot._id, letRun: decision.facts })}
    >
      {text.letRun}
    </Button>
  );
}
