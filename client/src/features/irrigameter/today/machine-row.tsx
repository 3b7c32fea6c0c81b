import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { CommandAsk } from "../../../core/commands/command-ask.ts";
import { CommandDialog } from "../../../core/commands/command-dialog.tsx";
import { StopMachine, useStoppable } from "../../../core/commands/stop-machine.tsx";
import { useMayReach } from "../../../core/commands/use-command.ts";
import { changesNumbers } from "../../../core/outbox/unsent.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { isCalm } from "../../../field/risk.ts";
import { Status } from "../../../field/status.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatBrl, unbroken } from "../../../ui/format.ts";
import { named } from "../../../ui/named.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { CardAlerts } from "../card/sector-notes.tsx";
import { LetRun } from "../card/stop-answers.tsx";
import { UnitPending, useUnitPending } from "../card/unit-pending.tsx";
import { RowFigure } from "../card/unit-row.tsx";
import { CommandLine } from "../commands/command-line.tsx";
import { StartMachine, useStartOffers } from "../commands/start-machine.tsx";
import { ChangeRun, DecisionBar } from "./change-run.tsx";
import { type DayOrder, dayOrder } from "./day-order.ts";
import { MachineMenu } from "./machine-menu.tsx";
import styles from "./machine-row.module.css";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import type { Decision } from "./use-decision.ts";

interface MachineRowProps {
  machine: MachineToday;
  /** Its place in the list, from 1. */
  order: number;
  /** The machine as it is drawn: a pivot, or each of its sectors as a ruler. */
  figures: readonly IrrigationCard[];
  pivot: (id: string) => string;
  plan: Irrigameter["plans"][number] | undefined;
  decision: Decision;
}

/** A machine of "Hoje": one line, each fact in its column; on a phone three lines. */
export function MachineRow({ machine, order, figures, pivot, plan, decision }: MachineRowProps) {
  const { addressOf, todayOf, act, mayRecord, mayAdjust } = useBoard();
  const now = useNow();
  const { unit, stage } = machine;
  const { mostUrgentSector, name, farm } = unit;
  const sectorId = mostUrgentSector.sector._id;
  const day = dayOrder(machine, { today: todayOf(farm.timezone), now, pivot });
  const mayChange = mayAdjust && plan !== undefined && stage === "irrigate";
  const isOpen = mayChange && decision.open === unit.pivot._id;
  const [figure, ...more] = figures;
  // One labelled button a line: to stop or start a machine comes before recording what it did, which is behind "⋯" then.
  const isStoppable = useStoppable(unit, unit.decision.kind === "stop");
  const offers = useStartOffers(unit);
  // Without a connection the start is made at the machine, and recorded here.
  const start = useMayReach() && !isStoppable ? offers[offers.length - 1] : undefined;
  const isCommandable = isStoppable || start !== undefined;
  const [ask, setAsk] = useState<CommandAsk | null>(null);
  const isUnsent = changesNumbers(useUnitPending(unit));
  /** The marks of a first day are on the first line. */
  const mark = (number: number) => (order === 1 ? number : undefined);
  return (
    <article className={styles.row} aria-label={name} data-stage={stage} data-unsent={isUnsent || undefined}>
      <div className={styles.head}>
        <span className={styles.order}>{order}</span>
        <h3 className={styles.name}>
          <Link to={addressOf({ sectorId })}>{name}</Link>
          <Status kind={mostUrgentSector.status} calm={isCalm(mostUrgentSector.status, unit.day)} />
        </h3>
        <p className={styles.state}>
          <span className={styles.word}>{day.state}</span> <strong>{day.hour}</strong>
        </p>
      </div>
      {figure && more.length === 0 && (
        <div className={styles.figure}>
          <RowFigure unit={figure} />
        </div>
      )}
      <button type="button" className={styles.set} data-mark={mark(2)} onClick={() => act({ action: "why", sectorId })}>
        <span className="only-read">{orderText.whyOf(name)}: </span>
        {day.note === null ? (
          <>
            <strong className={styles.dial} data-label={orderText.columns.dial}>
              {day.dial && unbroken(day.dial)}
              {day.isPanel && <span className="only-read"> {adviceText.onPanel}</span>}
            </strong>
            <span className={styles.passes}>
              {day.passes} <small>{day.depth && unbroken(day.depth)}</small>
            </span>
          </>
        ) : (
          <span className={styles.note}>{unbroken(day.note)}</span>
        )}
      </button>
      <Sums day={day} isRunning={stage === "running"} />
      <div className={styles.acts} data-print="hide">
        {start && (
          <StartMachine
            name={unit.pivot.name}
            offers={[start]}
            variant={order === 1 ? "primary" : "secondary"}
            onAsk={setAsk}
          />
        )}
        {mayRecord && !isCommandable && (
          <Button
            variant={order === 1 ? "primary" : "secondary"}
            aria-label={named(day.act.words, name)}
            data-mark={mark(3)}
            onClick={() => act({ action: day.act.action, sectorId })}
          >
            {day.act.words}
          </Button>
        )}
        <LetRun unit={unit} />
        <StopMachine machine={unit} isAdvised={unit.decision.kind === "stop"} />
        <MachineMenu
          machine={machine}
          beside={isCommandable ? null : day.act.action}
          starts={offers.filter((offer) => offer !== start)}
          mark={isCommandable ? mark(3) : undefined}
          onChange={mayChange ? () => decision.setOpen(isOpen ? null : unit.pivot._id) : undefined}
        />
      </div>
      {more.length > 0 && <Rulers figures={figures} />}
      <div className={styles.notes}>
        <CardAlerts unit={unit} card={mostUrgentSector} told={stage === "nodata"} isBrief />
        <UnitPending unit={unit} />
        <CommandLine unit={unit} />
      </div>
      {ask && <CommandDialog machine={unit} ask={ask} onClose={() => setAsk(null)} />}
      {isOpen && plan && (
        <div className={styles.notes}>
          <ChangeRun machine={machine} plan={plan} decision={decision} />
          <DecisionBar decision={decision} pivot={pivot} timeZone={farm.timezone} />
        </div>
      )}
    </article>
  );
}

/** The end of a run, its cost and the loss at risk. */
function Sums({ day, isRunning }: { day: DayOrder; isRunning: boolean }) {
  const { until, hours, todayBrl, whole, lossBrl, late } = day;
  if (until === null && todayBrl === null && lossBrl === null) return null;
  return (
    <div className={styles.sums}>
      <p className={classNames(styles.until, isRunning && styles.running)}>
        {until !== null && (
          <>
            <span className={styles.label}>{orderText.untilLabel} </span>
            {until} <small>{hours}</small>
          </>
        )}
      </p>
      <p className={styles.money}>
        {todayBrl !== null && (
          <>
            {formatBrl(todayBrl)} <small>{whole}</small>
          </>
        )}
      </p>
      <p className={styles.risk}>
        {lossBrl !== null && (
          <>
            <span className={styles.label}>{orderText.riskLabel} </span>
            {formatBrl(lossBrl)} <small>{late}</small>
          </>
        )}
      </p>
    </div>
  );
}

/** The rulers of a machine's sectors, each with the way to its sector. */
function Rulers({ figures }: { figures: readonly IrrigationCard[] }) {
  const { addressOf } = useBoard();
  return (
    <ul className={styles.rulers}>
      {figures.map((figure) => (
        <li key={figure.key}>
          <Link to={addressOf({ sectorId: figure.mostUrgentSector.sector._id })}>
            <RowFigure unit={figure} />
            {figure.mostUrgentSector.sector.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
