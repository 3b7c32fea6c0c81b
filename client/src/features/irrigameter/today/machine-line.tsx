import type { Irrigameter } from "@lamina/shared/views/irrigameter";
import { Link } from "react-router-dom";
import { Button } from "../../../ui/controls/button.tsx";
import { unbroken } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { RecordIcons } from "../card/sector-actions.tsx";
import { CardAlerts } from "../card/sector-notes.tsx";
import { StopAnswers } from "../card/stop-answers.tsx";
import { UnitPending } from "../card/unit-pending.tsx";
import { RowFigure } from "../card/unit-row.tsx";
import { UnitState } from "../card/unit-state.tsx";
import { ChangeRun, DecisionBar } from "./change-run.tsx";
import { decisionText } from "./decision-text.ts";
import type { MachineToday } from "./machines-today.ts";
import { sentenceOf } from "./sentence.ts";
import { hardLimit, Solution } from "./solution.tsx";
import styles from "./today.module.css";
import { todayText } from "./today-text.ts";
import type { Decision } from "./use-decision.ts";

interface MachineLineProps {
  machine: MachineToday;
  /** The machine as it is drawn: a pivot, or each of its sectors as a ruler. */
  figures: readonly IrrigationCard[];
  pivot: (id: string) => string;
  plan: Irrigameter["plans"][number] | undefined;
  decision: Decision;
}

/** A machine of "Hoje": its figure, its sentence, its state and what can be done about it. */
export function MachineLine({ machine, figures, pivot, plan, decision }: MachineLineProps) {
  const { addressOf, todayOf, act, mayAdjust } = useBoard();
  const now = useNow();
  const { unit, stage } = machine;
  const { mostUrgentSector, name, farm } = unit;
  const { what, where, when, money, why = [] } = sentenceOf(machine, { today: todayOf(farm.timezone), now, pivot });
  const sectorId = mostUrgentSector.sector._id;
  const hasTable =
    (stage === "irrigate" || stage === "out") && unit.decision.kind === "run" && unit.decision.table.length > 0;
  const mayChange = mayAdjust && plan !== undefined && (stage === "out" || stage === "irrigate");
  const limit = stage === "out" ? hardLimit(machine) : undefined;
  const isOpen = mayChange && decision.open === unit.pivot._id;
  return (
    <article className={styles.machine} aria-label={name}>
      <Figures figures={figures} />
      <div className={styles.line}>
        <div>
          <div className={styles.sentence}>
            <h3 className={styles.name}>
              <Link to={addressOf({ sectorId })}>{name}</Link>
            </h3>
            : <strong>{unbroken(what)}</strong>
            {[...where, ...when].map((words) => `, ${unbroken(words)}`)}
            {money && (
              <>
                {", "}
                <strong>{money}</strong>
              </>
            )}
          </div>
          {why.length > 0 && <p className={styles.why}>{why.map(unbroken).join("; ")}</p>}
          <CardAlerts unit={unit} card={mostUrgentSector} told={stage === "nodata" || stage === "out"} />
          <UnitPending unit={unit} />
        </div>
        <div className={styles.foot}>
          <UnitState card={mostUrgentSector} />
          <div className={styles.more} data-print="hide">
            <RecordIcons sectorId={sectorId} onlyRain={stage === "stop"} />
            <Button variant="quiet" aria-label={todayText.whyOf(name)} onClick={() => act({ action: "why", sectorId })}>
              {todayText.why}
            </Button>
            <StopAnswers unit={unit} />
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
        </div>
        {isOpen && limit && <Solution limit={limit} />}
        {isOpen && plan && !limit && (
          <>
            <ChangeRun machine={machine} plan={plan} decision={decision} />
            <DecisionBar decision={decision} pivot={pivot} timeZone={farm.timezone} />
          </>
        )}
      </div>
    </article>
  );
}

/** The figure of a machine, or the rulers of its sectors, each with the way to its sector. */
function Figures({ figures }: { figures: readonly IrrigationCard[] }) {
  const { addressOf } = useBoard();
  const [first, ...others] = figures;
  if (first && others.length === 0) return <RowFigure unit={first} />;
  return (
    <ul className={styles.figures}>
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
