import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { Link } from "react-router-dom";
import { Button } from "../../../ui/controls/button.tsx";
import { farmClock } from "../../../ui/farm-clock.ts";
import { ColouredShape } from "../../../ui/feedback/status.tsx";
import { formatAmount, formatBrl, formatShortDay, unbroken } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import { Questions } from "../ask/questions.tsx";
import { planTotals } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { tableRun } from "../card/recommendation.ts";
import { ChangeRun, DecisionBar } from "./change-run.tsx";
import decisionStyles from "./decision.module.css";
import { decisionText } from "./decision-text.ts";
import { type MachineToday, machinesToday } from "./machines-today.ts";
import { RainToday } from "./rain-today.tsx";
import { sentenceOf } from "./sentence.ts";
import { sourceLanes } from "./source-lanes.ts";
import { SourceTimeline } from "./source-timeline.tsx";
import styles from "./today.module.css";
import { todayText } from "./today-text.ts";
import { type Decision, triedStart, useDecision } from "./use-decision.ts";

/** Machines that are listed at first; the others are folded, with their count. */
const SHOWN_MACHINES = 8;
/** More running machines than these are folded, so that the first one to start is at the top. */
const SHOWN_RUNNING = 3;
/** Rows of the time lines of all farms together, and of each at least. */
const TIMELINE_ROWS = 12;
const LEAST_ROWS = 2;
const SHOWN_OTHERS = 12;

/**
 * "Hoje": one sentence for each machine with its action and cost, the most urgent first, and a time line for each water
 * source.
 */
export function Today() {
  const { data, view, addressOf, todayOf, mayAdjust } = useBoard();
  const now = useNow();
  const machines = machinesToday(data, view.farmId);
  const plans = data.plans.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  const decision = useDecision(plans);
  const pressing = machines.filter(({ stage }) => !["wait", "none", "fallow"].includes(stage));
  const running = pressing.filter(({ stage }) => stage === "running");
  const foldedRunning = running.length > SHOWN_RUNNING ? running : [];
  const listed = pressing.filter((machine) => !foldedRunning.includes(machine));
  const asking = pressing.filter((machine) => machine.asking.length > 0);
  const totals = planTotals(plans);
  const sums = unbroken(todayText.totals(formatBrl(totals.costBrl), formatAmount(totals.volumeM3, "m³")));
  const names = new Map(data.pivots.map(({ _id, name }) => [_id, name]));
  const pivot = (id: string) => names.get(id) ?? id;
  const zoneOf = (farmId: string) => data.farms.find(({ _id }) => _id === farmId)?.timezone ?? "UTC";
  const lines = plans.flatMap((plan) => {
    const shown = (decision.tried?.plan.farmId === plan.farmId && decision.tried.result) || plan;
    const lanes = sourceLanes(shown, { pivots: data.pivots, now, timeZone: zoneOf(plan.farmId) });
    return lanes ? [{ plan, lanes }] : [];
  });
  const line = (machine: MachineToday) => {
    const plan = plans.find(({ farmId }) => farmId === machine.unit.farm._id);
    return <MachineLine key={machine.unit.key} machine={machine} pivot={pivot} plan={plan} decision={decision} />;
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
      <div className={styles.today}>
        <div className={styles.words}>
          {totals.runs === 0 && <p>{todayText.nothing}</p>}
          <ol className={styles.list} aria-label={todayText.list}>
            {listed.slice(0, SHOWN_MACHINES).map(line)}
          </ol>
          {listed.length > SHOWN_MACHINES && (
            <details className={styles.folded}>
              <summary>{todayText.more(listed.length - SHOWN_MACHINES)}</summary>
              <ol className={styles.list}>{listed.slice(SHOWN_MACHINES).map(line)}</ol>
            </details>
          )}
          {foldedRunning.length > 0 && (
            <details className={styles.folded}>
              <summary>{todayText.runningMany(foldedRunning.length)}</summary>
              <ol className={styles.list}>{foldedRunning.map(line)}</ol>
            </details>
          )}
          {plans.map((plan) => (
            <Decided key={plan.farmId} plan={plan} decision={decision} timeZone={zoneOf(plan.farmId)} />
          ))}
          <Others machines={machines} />
          <RainToday machines={machines} />
        </div>
        {lines.length > 0 && (
          <div className={styles.lines}>
            {lines.map(({ plan, lanes }, index) => {
              const timeZone = zoneOf(plan.farmId);
              return (
                <div key={plan.farmId}>
                  {lines.length > 1 && (
                    <h3 className="hint">{data.farms.find(({ _id }) => _id === plan.farmId)?.name}</h3>
                  )}
                  <SourceTimeline
                    lines={lanes}
                    rows={Math.max(LEAST_ROWS, Math.floor(TIMELINE_ROWS / lines.length))}
                    explained={index === lines.length - 1}
                    pivot={pivot}
                    clock={(moment) => farmClock(moment, timeZone, todayOf(timeZone))}
                    onMove={mayAdjust ? (pivotId, startAt) => decision.choose(plan, { pivotId, startAt }) : undefined}
                    triedStart={(pivotId) => triedStart(decision, pivotId)}
                  />
                </div>
              );
            })}
            {decision.open === null && (
              <DecisionBar decision={decision} pivot={pivot} timeZone={zoneOf(decision.tried?.plan.farmId ?? "")} />
            )}
          </div>
        )}
      </div>
      {asking.length > 0 && (
        <section className={styles.questions} aria-label={todayText.questions}>
          {asking.flatMap(({ unit, asking: cards }) =>
            cards.map((card) => (
              <div key={card.sector._id} className={styles.asking}>
                <p className={styles.sector}>
                  {unit.name}
                  {unit.sectors.length > 1 && ` · ${card.sector.name}`}
                </p>
                <Questions unit={unit} card={card} />
              </div>
            )),
          )}
        </section>
      )}
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

interface MachineLineProps {
  machine: MachineToday;
  pivot: (id: string) => string;
  plan: Irrigameter["plans"][number] | undefined;
  decision: Decision;
}

function MachineLine({ machine, pivot, plan, decision }: MachineLineProps) {
  const { addressOf, todayOf, act, mayAdjust } = useBoard();
  const now = useNow();
  const { unit, stage } = machine;
  const { mostUrgentSector, name, farm } = unit;
  const { what, when, money, why = [] } = sentenceOf(machine, { today: todayOf(farm.timezone), now, pivot });
  const sectorId = mostUrgentSector.sector._id;
  const hasTable = (stage === "irrigate" || stage === "out") && (tableRun(unit)?.shares?.length ?? 0) > 0;
  const mayChange = mayAdjust && plan !== undefined && (stage === "out" || stage === "irrigate");
  const isOpen = mayChange && decision.open === unit.pivot._id;
  return (
    <li className={styles.machine} data-stage={stage}>
      <span className={styles.shape}>
        <ColouredShape kind={mostUrgentSector.status} size={18} />
      </span>
      <div className={styles.line}>
        <div className={styles.said}>
          <p className={styles.sentence}>
            <Link className={styles.name} to={addressOf({ sectorId })}>
              {name}
            </Link>
            : <strong>{unbroken(what)}</strong>
            {when.map((words) => `, ${unbroken(words)}`)}
            {money && (
              <>
                {", "}
                <strong>{money}</strong>
              </>
            )}
          </p>
          {why.length > 0 && <p className={styles.why}>{why.map(unbroken).join("; ")}</p>}
        </div>
        <div className={styles.more} data-print="hide">
          <Button variant="quiet" aria-label={todayText.whyOf(name)} onClick={() => act({ action: "why", sectorId })}>
            {todayText.why}
          </Button>
          {mayChange && (
            <Button
              variant="quiet"
              aria-expanded={isOpen}
              onClick={() => decision.setOpen(isOpen ? null : unit.pivot._id)}
            >
              {stage === "out" ? decisionText.solve : decisionText.change}
            </Button>
          )}
          {hasTable && (
            <Button variant="quiet" onClick={() => act({ action: "speeds", sectorId })}>
              {todayText.openTable}
            </Button>
          )}
        </div>
        {isOpen && plan && (
          <>
            <ChangeRun machine={machine} plan={plan} decision={decision} />
            <DecisionBar decision={decision} pivot={pivot} timeZone={farm.timezone} />
          </>
        )}
      </div>
    </li>
  );
}

/** The machines that do not run today, on one line. */
function Others({ machines }: { machines: readonly MachineToday[] }) {
  const others = machines.filter(({ stage }) => ["wait", "none", "fallow"].includes(stage));
  if (others.length === 0) return null;
  if (others.length > SHOWN_OTHERS)
    return (
      <details className={styles.folded}>
        <summary>{todayText.othersMany(others.length)}</summary>
        <OtherNames others={others} />
      </details>
    );
  return <OtherNames others={others} label={`${todayText.others}: `} />;
}

/** Whether a machine that waits would irrigate, were it not for the expected rain. */
const isDry = (status: string) => status === "irrigate" || status === "stress";

function OtherNames({ others, label }: { others: readonly MachineToday[]; label?: string }) {
  const { addressOf } = useBoard();
  return (
    <p className={styles.others}>
      {label}
      {others.map(({ unit, advice, stage }, index) => (
        <span key={unit.key}>
          {index > 0 && " · "}
          <Link to={addressOf({ sectorId: unit.mostUrgentSector.sector._id })}>
            {stage === "fallow"
              ? todayText.fallow(unit.name)
              : advice.action === "wait" && advice.until
                ? (isDry(unit.mostUrgentSector.status) ? todayText.waitRain : todayText.waitUntil)(
                    unit.name,
                    formatShortDay(advice.until),
                  )
                : unit.name}
          </Link>
        </span>
      ))}
    </p>
  );
}
