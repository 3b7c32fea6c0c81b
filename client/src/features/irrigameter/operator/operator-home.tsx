import { useState } from "react";
import { pivotPath } from "../../../core/navigation/pivot-path.ts";
import { useOfflineReady } from "../../../core/offline/offline-ready.ts";
import { text as offlineText } from "../../../core/offline/text.ts";
import { useStoreSilent } from "../../../core/offline/use-store-silent.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { isCalm } from "../../../field/risk.ts";
import { dialWords, isOneSetting } from "../../../field/run-words.ts";
import { Status } from "../../../field/status.tsx";
import { classNames } from "../../../ui/class-names.ts";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { usePrinting } from "../../../ui/data-table/use-printing.ts";
import { formatDepth, formatNumber, unbroken } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Near } from "../../../ui/layout/near.tsx";
import { named } from "../../../ui/named.ts";
import { useNow } from "../../../ui/now.tsx";
import { Questions } from "../ask/questions.tsx";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { StopAnswers } from "../card/stop-answers.tsx";
import { UnitPending } from "../card/unit-pending.tsx";
import { RowFigure } from "../card/unit-row.tsx";
import { UnitState } from "../card/unit-state.tsx";
import { forOperator, type MachineToday } from "../today/machines-today.ts";
import { sentenceOf } from "../today/sentence.ts";
import styles from "./operator.module.css";
import { operatorText } from "./operator-text.ts";

/** Usual height of a row of the list. */
const ROW_PX = 68;

/**
 * The home of a user who records in the field: one machine large, with its setting and three buttons, and the list of
 * today's machines, first those to be stopped or set. For gloves, sun and one hand.
 */
export function OperatorHome({ machines: all }: { machines: readonly MachineToday[] }) {
  const { units } = useBoard();
  const machines = forOperator(all);
  const printing = usePrinting();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = machines.find(({ unit }) => unit.key === chosen) ?? machines[0];
  return (
    <Card title={operatorText.title} aside={<Ready />}>
      {current ? (
        <div className={classNames("stack", styles.home)}>
          {/* A press holds the machine, so that new data cannot put another one under the finger. */}
          <div onPointerDownCapture={() => setChosen(current.unit.key)}>
            <Machine key={current.unit.key} machine={current} />
          </div>
          {machines.length > 1 && (
            <ol className={styles.list} aria-label={operatorText.title}>
              {machines.map((machine, index) => (
                <li key={machine.unit.key}>
                  <Near
                    name={machine.unit.name}
                    index={index}
                    count={machines.length}
                    usualPx={ROW_PX}
                    printing={printing}
                  >
                    <Row
                      machine={machine}
                      figure={units.find(({ key }) => key === machine.unit.key) ?? machine.unit}
                      isCurrent={machine === current}
                      onChoose={() => setChosen(machine.unit.key)}
                    />
                  </Near>
                </li>
              ))}
            </ol>
          )}
        </div>
      ) : (
        <p>{operatorText.nothing}</p>
      )}
    </Card>
  );
}

/** Whether the app and its data are on this device. */
function Ready() {
  const { ready } = useOfflineReady();
  const silent = useStoreSilent();
  return (
    <span className="hint strong">
      {silent ? offlineText.noCopy : ready ? offlineText.ready : offlineText.preparing}
    </span>
  );
}

/** The setting of a machine's run, large; null without a run today, because it would be set on the panel. */
function settingOf({ unit: { decision, day } }: MachineToday) {
  if (decision.kind !== "run" || decision.isLeftOut) return null;
  const { percent, passes, depthPerPassMm } = decision.run;
  return {
    table: isOneSetting(decision) ? null : dialWords(decision, day.sectors),
    percent: percent === null ? null : formatNumber(percent, 0),
    depth: depthPerPassMm === null ? null : formatDepth(depthPerPassMm),
    passes: operatorText.passes(formatNumber(passes, 0), passes === 1),
  };
}

function useSentence(machine: MachineToday) {
  const { data, todayOf } = useBoard();
  const now = useNow();
  const pivot = (id: string) => data.pivots.find(({ _id }) => _id === id)?.name ?? id;
  return sentenceOf(machine, { today: todayOf(machine.unit.farm.timezone), now, pivot });
}

function Machine({ machine }: { machine: MachineToday }) {
  const { act } = useBoard();
  const { unit, asking } = machine;
  const { mostUrgentSector, name, farm, pivot } = unit;
  const { what, where, when, money, why = [] } = useSentence(machine);
  const isStop = machine.stage === "stop";
  const setting = settingOf(machine);
  const hasTable = machine.stage === "irrigate" && unit.decision.kind === "run" && unit.decision.table.length > 0;
  const sectorId = mostUrgentSector.sector._id;
  return (
    <article className={styles.machine} aria-label={unit.name}>
      <p className={styles.name}>
        {unit.name} <span>{farm.name}</span>
      </p>
      {setting && (
        <p className={styles.setting}>
          {setting.table !== null ? (
            <strong className={styles.table}>{setting.table}</strong>
          ) : setting.percent !== null ? (
            <strong>
              {setting.percent}
              <small> % {adviceText.onPanel}</small>
            </strong>
          ) : (
            <strong>
              {setting.depth}
              <small> mm</small>
            </strong>
          )}
          <strong className={styles.passes}>{setting.passes}</strong>
        </p>
      )}
      <UnitState unit={unit} />
      <p>
        {setting ? unbroken(what) : <strong>{unbroken(what)}</strong>}
        {[...where, ...when, ...(isStop ? [money ?? ""] : []), ...why].map((words) => `, ${unbroken(words)}`)}
      </p>
      {hasTable && (
        <Button
          icon="gauge"
          aria-label={named(operatorText.table, name)}
          onClick={() => act({ action: "speeds", sectorId })}
        >
          {operatorText.table}
        </Button>
      )}
      <div className={styles.buttons} data-print="hide">
        <StopAnswers unit={unit} />
        {!isStop && (
          <Button
            variant="primary"
            icon="drop"
            aria-label={named(operatorText.irrigated, name)}
            onClick={() => act({ action: "watering", sectorId })}
          >
            {operatorText.irrigated}
          </Button>
        )}
        <Button
          icon="rain"
          aria-label={named(operatorText.rain, name)}
          onClick={() => act({ action: "rain", sectorId })}
        >
          {operatorText.rain}
        </Button>
        <ButtonLink icon="pivot" aria-label={named(operatorText.open, name)} to={pivotPath(pivot._id)}>
          {operatorText.open}
        </ButtonLink>
      </div>
      {asking.map((card) => (
        <Questions key={card.sector._id} unit={unit} card={card} />
      ))}
      <UnitPending unit={unit} />
    </article>
  );
}

interface RowProps {
  machine: MachineToday;
  /** The board's own object, which stays the same while its data do. */
  figure: IrrigationCard;
  isCurrent: boolean;
  onChoose: () => void;
}

/** A machine of the list; a press shows it large. */
function Row({ machine, figure, isCurrent, onChoose }: RowProps) {
  const { unit } = machine;
  const { what, where, when } = useSentence(machine);
  return (
    <button type="button" className={styles.row} aria-pressed={isCurrent} onClick={onChoose}>
      <RowFigure unit={figure} />
      <span>
        <strong>{unit.name}</strong>: {unbroken([what, ...where, when[0]].filter(Boolean).join(", "))}
        <span className="block">
          <Status kind={unit.mostUrgentSector.status} calm={isCalm(unit.mostUrgentSector.status, unit.day)} />
        </span>
      </span>
    </button>
  );
}
