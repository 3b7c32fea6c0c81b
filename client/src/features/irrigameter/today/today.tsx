import type { Irrigameter, SectorCard } from "@lamina/shared/views/irrigameter";
import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { farmClock } from "../../../field/farm-clock.ts";
import { groupBy } from "../../../platform/group-by.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { formatAmount, formatBrl, unbroken } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Near } from "../../../ui/layout/near.tsx";
import { useNow } from "../../../ui/now.tsx";
import { Questions } from "../ask/questions.tsx";
import { planTotals } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { DaySummary } from "../plan/day-summary.tsx";
import { DecisionBar } from "./change-run.tsx";
import decisionStyles from "./decision.module.css";
import { decisionText } from "./decision-text.ts";
import { MachineLine } from "./machine-line.tsx";
import { type MachineToday, todaysLists } from "./machines-today.ts";
import { RainToday } from "./rain-today.tsx";
import { sourceLanes } from "./source-lanes.ts";
import { SourceTimeline } from "./source-timeline.tsx";
import styles from "./today.module.css";
import { todayText } from "./today-text.ts";
import { type Decision, drawnPlan, triedStart, useDecision } from "./use-decision.ts";

/** Rows of the time lines of all farms together, and of each at least. */
const TIMELINE_ROWS = 8;
const LEAST_ROWS = 2;
/** So many sentences are about as high as the time lines, which then stand beside them on a wide screen. */
const FEW_MACHINES = 4;
/** Usual height of a sentence with its buttons. */
const LINE_PX = 110;

/**
 * "Hoje": one sentence for each machine that needs something today, with its figure, action and cost, the most urgent
 * first, and a time line for each water source. The other machines are in the list below.
 */
export function Today({ machines }: { machines: readonly MachineToday[] }) {
  const { data, units, view, addressOf, todayOf, mayAdjust } = useBoard();
  const now = useNow();
  const printing = usePrinting();
  const plans = data.plans.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  const decision = useDecision(plans);
  const { pressing, shown, more, running } = todaysLists(machines);
  // The board's own objects stay the same while their data do, so that their figures are not drawn again.
  const own = useMemo(() => groupBy(units, ({ pivot }) => pivot._id), [units]);
  const totals = planTotals(plans);
  const sums = unbroken(todayText.totals(formatBrl(totals.costBrl), formatAmount(totals.volumeM3, "m³")));
  const names = new Map(data.pivots.map(({ _id, name }) => [_id, name]));
  const pivot = (id: string) => names.get(id) ?? id;
  const zoneOf = (farmId: string) => data.farms.find(({ _id }) => _id === farmId)?.timezone ?? "UTC";
  const lines = plans.flatMap((plan) => {
    const { plan: drawn, out } = drawnPlan(plan, decision);
    const lanes = sourceLanes(drawn, { pivots: data.pivots, now, timeZone: zoneOf(plan.farmId) });
    return lanes ? [{ plan, lanes, out }] : [];
  });
  const layout = lines.length === 0 ? "alone" : shown.length <= FEW_MACHINES ? "few" : "many";
  const mayDrag = mayAdjust && lines.some(({ plan }) => plan.items.some(({ underWay }) => !underWay));
  const line = (machine: MachineToday, index: number) => {
    const { unit, stage } = machine;
    const plan = plans.find(({ farmId }) => farmId === unit.farm._id);
    const figures = own.get(unit.pivot._id) ?? [unit];
    return (
      <li key={unit.key} data-stage={stage}>
        <Near {...{ name: unit.name, index, count: machines.length, usualPx: LINE_PX, printing }}>
          <MachineLine {...{ machine, figures, pivot, plan, decision }} />
        </Near>
      </li>
    );
  };
  return (
    <Card
      title={todayText.title}
      aside={
        totals.runs > 0 && (
          <Link
            className={styles.totals}
            to={addressOf(view.plan ? null : "plan")}
            aria-label={`${sums}: ${todayText.plan}`}
            preventScrollReset
          >
            {sums}
          </Link>
        )
      }
    >
      <div className={styles.frame}>
        <div className={styles.today} data-layout={layout}>
          {totals.runs === 0 && <p>{todayText.nothing}</p>}
          <ol className={classNames(styles.list, layout !== "few" && styles.columns)} aria-label={todayText.list}>
            {shown.map(line)}
          </ol>
          <div className={styles.folds}>
            <Folded summary={todayText.more(more.length)} machines={more} line={line} />
            <Folded summary={todayText.runningMany(running.length)} machines={running} line={line} />
          </div>
          <Asked machines={pressing} />
          <div className={styles.day}>
            <div className={styles.lines}>
              {lines.map(({ plan, lanes, out }, index) => {
                const timeZone = zoneOf(plan.farmId);
                return (
                  <div key={plan.farmId}>
                    {lines.length > 1 && (
                      <h3 className="hint">{data.farms.find(({ _id }) => _id === plan.farmId)?.name}</h3>
                    )}
                    <SourceTimeline
                      lines={lanes}
                      out={out}
                      rows={Math.max(LEAST_ROWS, Math.floor(TIMELINE_ROWS / lines.length))}
                      explains={index < lines.length - 1 ? "nothing" : mayDrag ? "drag" : "colours"}
                      pivot={pivot}
                      clock={(moment) => farmClock(moment, timeZone, todayOf(timeZone))}
                      onMove={mayAdjust ? (pivotId, startAt) => decision.choose(plan, { pivotId, startAt }) : undefined}
                      triedStart={(pivotId) => triedStart(decision, pivotId)}
                    />
                  </div>
                );
              })}
            </div>
            {decision.open === null && (
              <DecisionBar decision={decision} pivot={pivot} timeZone={zoneOf(decision.tried?.plan.farmId ?? "")} />
            )}
            {plans.map((plan) => (
              <Decided key={plan.farmId} plan={plan} decision={decision} timeZone={zoneOf(plan.farmId)} />
            ))}
            <RainToday machines={machines} />
            <DaySummary />
          </div>
        </div>
      </div>
    </Card>
  );
}

/** The decision that a farm's plan follows, and the way back. */
function Decided({
  plan,
  decision,
  timeZone,
}: {
  plan: Irrigameter["plans"][number];
  decision: Decision;
  timeZone: string;
}) {
  const { todayOf, mayAdjust } = useBoard();
  if (!plan.decision) return null;
  const { by, at } = plan.decision;
  return (
    <p className={decisionStyles.decided}>
      {decisionText.decidedBy(by, farmClock(at, timeZone, todayOf(timeZone)))}
      {mayAdjust && (
        <Button variant="quiet" pending={decision.isPending} onClick={() => decision.clear(plan)}>
          {decisionText.clear}
        </Button>
      )}
    </p>
  );
}

/** Questions that are shown at first: a row of them where the screen is wide. */
const SHOWN_QUESTIONS = 3;

/** What waits for an answer by the user, side by side. */
function Asked({ machines }: { machines: readonly MachineToday[] }) {
  const [all, setAll] = useState(false);
  const asked = onePerGauge(machines.flatMap(({ unit, asking }) => asking.map((card) => ({ unit, card }))));
  const hidden = all ? 0 : Math.max(0, asked.length - SHOWN_QUESTIONS);
  if (asked.length === 0) return null;
  return (
    <section className={styles.asked} aria-label={todayText.questions}>
      <div className={styles.questions}>
        {asked.slice(0, asked.length - hidden).map(({ unit, card }) => (
          <Questions
            key={card.sector._id}
            unit={unit}
            card={card}
            about={[unit.name, ...(unit.sectors.length > 1 && !doubtfulGauge(card) ? [card.sector.name] : [])].join(
              " · ",
            )}
          />
        ))}
      </div>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {todayText.moreQuestions(hidden)}
        </Button>
      )}
    </section>
  );
}

const doubtfulGauge = ({ recommendation }: SectorCard) => recommendation?.missingRain?.doubt?.sensorId;

/** The question about a gauge once for all the sectors that it serves, and first, because its answer frees them all. */
function onePerGauge<Asked extends { card: SectorCard }>(asked: readonly Asked[]): Asked[] {
  const gauges = new Map<string, Asked>();
  const others: Asked[] = [];
  for (const one of asked) {
    const gauge = doubtfulGauge(one.card);
    if (gauge === undefined || (one.card.unconfirmed ?? []).length > 0) others.push(one);
    else if (!gauges.has(gauge)) gauges.set(gauge, one);
  }
  return [...gauges.values(), ...others];
}

interface FoldedProps {
  summary: string;
  machines: readonly MachineToday[];
  line: (machine: MachineToday, index: number) => ReactNode;
}

/** Sentences that a press shows; before it they cost no elements, because a fleet has a hundred of them. */
function Folded({ summary, machines, line }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  if (machines.length === 0) return null;
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <ol className={classNames(styles.list, styles.columns)}>{machines.map(line)}</ol>}
    </details>
  );
}
