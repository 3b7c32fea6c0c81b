import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { wateringsIn } from "../../../core/outbox/entry.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { groupBy } from "../../../platform/group-by.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { unbroken } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Near } from "../../../ui/layout/near.tsx";
import { useNow } from "../../../ui/now.tsx";
import { useBoard } from "../board-context.ts";
import { CommandLine } from "../commands/command-line.tsx";
import { handoverText } from "../handover/handover-text.ts";
import { ordersText } from "../orders/orders-text.ts";
import { ChoiceConflict } from "../plan/choice-conflict.tsx";
import { DaySummary } from "../plan/day-summary.tsx";
import { FirstMarks } from "../plan/first-marks.tsx";
import { Asked } from "./asked.tsx";
import { DecisionBar } from "./change-run.tsx";
import { dayHead } from "./day-head.ts";
import { dayWords } from "./day-order.ts";
import decisionStyles from "./decision.module.css";
import { decisionText } from "./decision-text.ts";
import partStyles from "./left-out.module.css";
import { LeftOut } from "./left-out.tsx";
import rowStyles from "./machine-row.module.css";
import { MachineRow } from "./machine-row.tsx";
import { type MachineToday, todaysLists } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import { RainToday } from "./rain-today.tsx";
import { sourceLanes } from "./source-lanes.ts";
import { SourceTimeline } from "./source-timeline.tsx";
import styles from "./today.module.css";
import { todayText } from "./today-text.ts";
import { type Decision, drawnPlan, triedStart, useDecision } from "./use-decision.ts";

/** Rows of the time lines of all farms together, and of each at least. */
const TIMELINE_ROWS = 8;
const LEAST_ROWS = 2;
/** Usual height of a machine's line. */
const LINE_PX = 60;
/** Machines without an order that are named; the others are counted. */
const SHOWN_IDLE = 12;

/**
 * "Hoje": a table with one line for each machine that has an order, in order; below it what does not fit, what is to be
 * confirmed first, who needs nothing, and a time line for each water source.
 */
export function Today({ machines }: { machines: readonly MachineToday[] }) {
  const { clientId, data, units, view, addressOf, todayOf, mayAdjust } = useBoard();
  const now = useNow();
  const printing = usePrinting();
  const plans = data.plans.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  const { entries } = useOutbox();
  const isUnsent = entries.some(
    (entry) =>
      entry.clientId === clientId && entry.problem === null && (entry.kind === "rain" || wateringsIn(entry).length > 0),
  );
  const decision = useDecision(plans);
  const { pressing, orders, shown, more, running, leftOut, idle } = todaysLists(machines);
  // The board's own objects stay the same while their data do, so that their figures are not drawn again.
  const own = useMemo(() => groupBy(units, ({ pivot }) => pivot._id), [units]);
  const names = new Map(data.pivots.map(({ _id, name }) => [_id, name]));
  const pivot = (id: string) => names.get(id) ?? id;
  const planOf = ({ unit }: MachineToday) => plans.find(({ farmId }) => farmId === unit.farm._id);
  const line = (machine: MachineToday) => {
    const { unit, stage } = machine;
    const order = orders.indexOf(machine) + 1;
    const figures = own.get(unit.pivot._id) ?? [unit];
    return (
      <li key={unit.key} data-stage={stage}>
        <Near {...{ name: unit.name, index: order - 1, count: machines.length, usualPx: LINE_PX, printing }}>
          <MachineRow {...{ machine, order, figures, pivot, plan: planOf(machine), decision }} />
        </Near>
      </li>
    );
  };
  return (
    <Card
      title={todayText.title}
      aside={
        plans.some(({ items }) => items.length > 0) && (
          <Link className={styles.plan} to={addressOf(view.plan ? null : "plan")} preventScrollReset>
            {todayText.plan}
          </Link>
        )
      }
    >
      <FirstMarks>
        <div className={styles.today}>
          <Head
            sentences={[...dayHead({ orders, leftOut, data, now, todayOf }), ...(isUnsent ? [todayText.unsent] : [])]}
          />
          {orders.length > 0 && (
            <div>
              <ColumnNames />
              <ol className={styles.list} aria-label={todayText.list}>
                {shown.map(line)}
              </ol>
              <Folded summary={todayText.more(more.length)} machines={more} line={line} />
              <Folded summary={todayText.runningMany(running.length)} machines={running} line={line} />
            </div>
          )}
          <LeftOut machines={leftOut} {...{ planOf, pivot, decision }} />
          <Asked machines={pressing} />
          <Idle machines={idle} />
          {idle.map(({ unit }) => (
            <CommandLine key={unit.key} unit={unit} isNamed />
          ))}
          <Orders machines={machines} plans={plans} />
          {decision.conflict && decision.tried && (
            <ChoiceConflict
              before={decision.conflict.seen}
              mine={decision.tried.choices}
              stored={decision.conflict}
              nameOf={pivot}
              timeZone={units.find(({ farm }) => farm._id === decision.tried?.plan.farmId)?.farm.timezone ?? "UTC"}
              pending={decision.isPending}
              onKeepStored={decision.drop}
              onSave={decision.overrule}
              onClose={decision.decideLater}
            />
          )}
          <TimeLines {...{ plans, decision, pivot, mayAdjust }} />
          <div className={styles.weather}>
            <RainToday machines={machines} />
            <DaySummary />
          </div>
        </div>
      </FirstMarks>
    </Card>
  );
}

/** One line above the table; the first sentence in larger text. */
function Head({ sentences: [first, ...others] }: { sentences: readonly string[] }) {
  return (
    <p className={styles.head} data-mark={1}>
      <strong>{unbroken(first ?? "")}.</strong> {others.map((words) => `${unbroken(words)}.`).join(" ")}
    </p>
  );
}

/** The names of the columns of a wide window; the lines repeat for a screen reader what needs a name. */
function ColumnNames() {
  const { order, machine, state, dial, passes, until, money, risk } = orderText.columns;
  return (
    <div className={rowStyles.columns} aria-hidden="true">
      <span>{order}</span>
      <span className={rowStyles.machine}>{machine}</span>
      {[state, dial, passes, until, money, risk].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}

/** The machines that need nothing, in one line, each with the day until which. */
function Idle({ machines }: { machines: readonly MachineToday[] }) {
  const { addressOf, todayOf } = useBoard();
  if (machines.length === 0) return null;
  return (
    <p className={partStyles.idle}>
      <strong>{orderText.idle}</strong>:{" "}
      {machines.slice(0, SHOWN_IDLE).map(({ unit }, index) => {
        const { decision, farm, name, mostUrgentSector } = unit;
        const until = decision.kind === "wait" || decision.kind === "none" ? decision.until : null;
        const day = until && dayWords(until, todayOf(farm.timezone));
        return (
          <Fragment key={unit.key}>
            {index > 0 && " · "}
            <Link to={addressOf({ sectorId: mostUrgentSector.sector._id })}>{name}</Link>
            {day && ` ${orderText.until(day)}`}
          </Fragment>
        );
      })}
      {machines.length > SHOWN_IDLE && ` · ${orderText.moreIdle(machines.length - SHOWN_IDLE)}`}
    </p>
  );
}

/** The ways to the sheet of each farm's shift, and to what the next one must know. */
function Orders({ machines, plans }: { machines: readonly MachineToday[]; plans: Irrigameter["plans"] }) {
  const { data, act } = useBoard();
  return (
    <div className={styles.sheets} data-print="hide">
      {plans.map(({ farmId }) => {
        const own = machines.find(({ unit }) => unit.farm._id === farmId);
        const sectorId = own?.unit.mostUrgentSector.sector._id;
        const farm = data.farms.find(({ _id }) => _id === farmId)?.name;
        return (
          sectorId && (
            <Fragment key={farmId}>
              <Button variant="quiet" icon="report" onClick={() => act({ action: "orders", sectorId })}>
                {plans.length > 1 ? `${ordersText.action} · ${farm}` : ordersText.action}
              </Button>
              <Button variant="quiet" icon="group" onClick={() => act({ action: "handover", sectorId })}>
                {plans.length > 1 ? `${handoverText.action} · ${farm}` : handoverText.action}
              </Button>
            </Fragment>
          )
        );
      })}
    </div>
  );
}

interface TimeLinesProps {
  plans: Irrigameter["plans"];
  decision: Decision;
  pivot: (id: string) => string;
  mayAdjust: boolean;
}

/** The plans as they are drawn, with what is tried and decided. */
function TimeLines({ plans, decision, pivot, mayAdjust }: TimeLinesProps) {
  const { data, todayOf } = useBoard();
  const now = useNow();
  const zoneOf = (farmId: string) => data.farms.find(({ _id }) => _id === farmId)?.timezone ?? "UTC";
  const lines = plans.flatMap((plan) => {
    const { plan: drawn, out } = drawnPlan(plan, decision);
    const lanes = sourceLanes(drawn, { pivots: data.pivots, now, timeZone: zoneOf(plan.farmId) });
    return lanes ? [{ plan, lanes, out }] : [];
  });
  const mayDrag = mayAdjust && lines.some(({ plan }) => plan.items.some(({ underWay }) => !underWay));
  return (
    <div className={styles.day}>
      {lines.map(({ plan, lanes, out }, index) => {
        const timeZone = zoneOf(plan.farmId);
        return (
          <div key={plan.farmId}>
            {lines.length > 1 && <h3 className="hint">{data.farms.find(({ _id }) => _id === plan.farmId)?.name}</h3>}
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
      {decision.open === null && (
        <DecisionBar decision={decision} pivot={pivot} timeZone={zoneOf(decision.tried?.plan.farmId ?? "")} />
      )}
      {plans.map((plan) => (
        <Decided key={plan.farmId} plan={plan} decision={decision} timeZone={zoneOf(plan.farmId)} />
      ))}
    </div>
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

interface FoldedProps {
  summary: string;
  machines: readonly MachineToday[];
  line: (machine: MachineToday) => ReactNode;
}

/** Lines that a press shows; before it they cost no elements, because a fleet has a hundred of them. */
function Folded({ summary, machines, line }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  if (machines.length === 0) return null;
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && <ol className={styles.list}>{machines.map(line)}</ol>}
    </details>
  );
}
