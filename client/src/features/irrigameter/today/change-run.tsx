import { MINUTE_MS } from "@lamina/shared/core/time";
import type { DayPlan, PlanChoice } from "@lamina/shared/records/day-plan";
import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { isRun } from "@lamina/shared/views/machine-day";
import { useQueries } from "@tanstack/react-query";
import { farmSpan } from "../../../field/farm-clock.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatBrl } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { planReasons } from "../plan/plan-reasons.ts";
import { planTryQuery } from "../queries.ts";
import { withChoice } from "../with-choice.ts";
import styles from "./decision.module.css";
import { decisionText } from "./decision-text.ts";
import type { MachineToday } from "./machines-today.ts";
import { UNTOLD } from "./sentence.ts";
import { type Decision, triedStart } from "./use-decision.ts";

/** Step of the plan, ms. */
export const STEP_MS = 30 * MINUTE_MS;

type FarmPlan = Irrigameter["plans"][number];

interface ChangeRunProps {
  machine: MachineToday;
  plan: FarmPlan;
  decision: Decision;
}

/** The choices for a machine's run, each with its cost. A press tries it. */
export function ChangeRun({ machine, plan, decision }: ChangeRunProps) {
  const { clientId } = useBoard();
  const now = useNow();
  const { unit } = machine;
  const { planned } = unit;
  const pivotId = unit.pivot._id;
  const grossMm = isRun(unit.decision) ? unit.decision.run.grossMm : null;
  const half = grossMm ? Math.max(1, Math.round(grossMm / 2)) : null;
  const start = Math.ceil(Math.max(now, Date.parse(plan.from ?? "") || 0) / STEP_MS) * STEP_MS;
  const ways: { label: string; choice: PlanChoice }[] = [
    { label: decisionText.first, choice: { pivotId, startAt: new Date(start).toISOString() } },
    ...(half && grossMm && half < grossMm
      ? [{ label: decisionText.less(mm(half)), choice: { pivotId, grossMm: half } }]
      : []),
    ...((plan.bands ?? []).some(({ kind }) => kind === "peak")
      ? [{ label: decisionText.peak, choice: { pivotId, usesPeak: true } }]
      : []),
  ];
  const tries = useQueries({
    queries: ways.map(({ choice }) => ({
      ...planTryQuery(
        { _id: clientId },
        { farmId: plan.farmId, date: plan.date, choices: withChoice(plan.decision?.choices ?? [], choice) },
      ),
    })),
  });
  const moveBy = (ms: number) => {
    const from = triedStart(decision, pivotId) ?? planned?.startAt;
    if (from) decision.choose(plan, { pivotId, startAt: new Date(Date.parse(from) + ms).toISOString() });
  };
  return (
    <fieldset className={styles.ways} aria-label={decisionText.choices(unit.name)} data-print="hide">
      {ways.map(({ label, choice }, index) => (
        <Button key={label} onClick={() => decision.choose(plan, choice)}>
          <span>
            {label} <small>{effectOf(tries[index]?.data, plan, pivotId)}</small>
          </span>
        </Button>
      ))}
      {planned && (
        <>
          <Button onClick={() => moveBy(-STEP_MS)}>{decisionText.earlier}</Button>
          <Button onClick={() => moveBy(STEP_MS)}>{decisionText.later}</Button>
        </>
      )}
    </fieldset>
  );
}

function effectOf(tried: DayPlan | undefined, plan: FarmPlan, pivotId: string): string {
  if (!tried) return decisionText.computing;
  if (!tried.items.some((item) => item.pivotId === pivotId)) return decisionText.fitsNot;
  const cost = changeOf((tried.costBrl ?? 0) - (plan.costBrl ?? 0));
  return plan.items.some((item) => item.pivotId === pivotId) ? cost : decisionText.fits(cost);
}

/** `R$ 85 a mais`. */
function changeOf(brl: number): string {
  if (Math.abs(brl) < 0.5) return decisionText.same;
  return brl > 0 ? decisionText.dearer(formatBrl(brl)) : decisionText.cheaper(formatBrl(-brl));
}

interface DecisionBarProps {
  decision: Decision;
  pivot: (id: string) => string;
  timeZone: string;
}

/** What the tried choices change, and the buttons that keep or drop them. */
export function DecisionBar({ decision, pivot, timeZone }: DecisionBarProps) {
  const { todayOf } = useBoard();
  const { tried } = decision;
  if (!tried) return null;
  const { plan, choices, result, failed } = tried;
  const today = todayOf(timeZone);
  return (
    <div className={styles.bar} role="status" data-print="hide">
      <p>
        <strong>{decisionText.result}</strong>:{" "}
        {failed
          ? decisionText.failed
          : result
            ? effects(plan, result, choices, { pivot, timeZone, today }).join("; ")
            : decisionText.computing}
      </p>
      <div className="controls">
        <Button variant="primary" pending={decision.isPending} disabled={!result} onClick={decision.keep}>
          {decisionText.keep}
        </Button>
        <Button onClick={decision.drop}>{decisionText.drop}</Button>
      </div>
    </div>
  );
}

/** What changes between a plan and a tried one, in words. */
function effects(
  plan: FarmPlan,
  tried: DayPlan,
  choices: readonly PlanChoice[],
  names: Parameters<typeof planReasons>[1],
): string[] {
  const { pivot, timeZone, today } = names;
  const idsOf = ({ items }: DayPlan) => items.map(({ pivotId }) => pivotId);
  const changed = choices.filter(
    (choice) => !plan.decision?.choices.some((one) => JSON.stringify(one) === JSON.stringify(choice)),
  );
  const own = changed.map(({ pivotId }) => {
    const item = tried.items.find((one) => one.pivotId === pivotId);
    if (item)
      return decisionText.window(pivot(pivotId), mm(item.grossMm), farmSpan(item.startAt, item.endAt, timeZone, today));
    const left = tried.unplaced.find((one) => one.pivotId === pivotId);
    const why = planReasons(
      (left?.reasons ?? []).filter(({ key }) => !UNTOLD.includes(key)),
      names,
    );
    return [decisionText.notPlaced(pivot(pivotId)), ...(why.length > 0 ? [why.join(", ")] : [])].join(": ");
  });
  const out = idsOf(plan).filter((id) => !idsOf(tried).includes(id) && !changed.some(({ pivotId }) => pivotId === id));
  const taken = idsOf(tried).filter(
    (id) => !idsOf(plan).includes(id) && !changed.some(({ pivotId }) => pivotId === id),
  );
  return [
    ...own,
    ...(out.length > 0 ? [decisionText.pushedOut(out.map(pivot).join(", "))] : []),
    ...(taken.length > 0 ? [decisionText.taken(taken.map(pivot).join(", "))] : []),
    decisionText.cost(formatBrl(tried.totals.costBrl)),
    decisionText.sum(changeOf((tried.costBrl ?? 0) - (plan.costBrl ?? 0))),
  ];
}
