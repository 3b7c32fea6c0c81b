import { Link } from "react-router-dom";
import { Button } from "../../../ui/controls/button.tsx";
import { StatusShape } from "../../../ui/feedback/status.tsx";
import { formatAmount, formatBrl, formatShortDay } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import { Questions } from "../ask/questions.tsx";
import { planTotals } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { type MachineToday, machinesToday } from "./machines-today.ts";
import { sentenceOf } from "./sentence.ts";
import { sourceLanes } from "./source-lanes.ts";
import { SourceTimeline } from "./source-timeline.tsx";
import styles from "./today.module.css";
import { todayText } from "./today-text.ts";

/**
 * "Hoje": one sentence for each machine with its action and cost, the most urgent first, and a time line for each water
 * source.
 */
export function Today() {
  const { data, view, addressOf } = useBoard();
  const now = useNow();
  const machines = machinesToday(data, view.farmId);
  const plans = data.plans.filter(({ farmId }) => view.farmId === null || farmId === view.farmId);
  const pressing = machines.filter(({ stage }) => !["wait", "none", "fallow"].includes(stage));
  const totals = planTotals(plans);
  const sums = todayText.totals(formatBrl(totals.costBrl), formatAmount(totals.volumeM3, "m³"));
  const names = new Map(data.pivots.map(({ _id, name }) => [_id, name]));
  const pivot = (id: string) => names.get(id) ?? id;
  const lines = plans.flatMap((plan) => {
    const lanes = sourceLanes(plan, data.pivots, now);
    return lanes ? [{ plan, lanes }] : [];
  });
  const farmOf = (id: string) => data.farms.find(({ _id }) => _id === id);
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
            {pressing.map((machine) => (
              <MachineLine key={machine.unit.key} machine={machine} pivot={pivot} />
            ))}
          </ol>
          <Others machines={machines} />
        </div>
        {lines.length > 0 && (
          <div className={styles.lines}>
            {lines.map(({ plan, lanes }) => {
              const farm = farmOf(plan.farmId);
              return (
                <div key={plan.farmId}>
                  {lines.length > 1 && <h3 className="hint">{farm?.name}</h3>}
                  <SourceTimeline lines={lanes} timeZone={farm?.timezone ?? "UTC"} pivot={pivot} />
                </div>
              );
            })}
          </div>
        )}
      </div>
    </Card>
  );
}

interface MachineLineProps {
  machine: MachineToday;
  pivot: (id: string) => string;
}

function MachineLine({ machine, pivot }: MachineLineProps) {
  const { addressOf, todayOf, act } = useBoard();
  const now = useNow();
  const { unit, stage, asking, item } = machine;
  const { mostUrgentSector, name, farm } = unit;
  const { what, when, money } = sentenceOf(machine, { today: todayOf(farm.timezone), now, pivot });
  const sectorId = mostUrgentSector.sector._id;
  return (
    <li className={styles.machine} data-stage={stage}>
      <span className={styles.shape} style={{ color: `var(--status-${mostUrgentSector.status}-text, var(--text))` }}>
        <StatusShape kind={mostUrgentSector.status} size={18} />
      </span>
      <div className={styles.line}>
        <p>
          <Link className={styles.name} to={addressOf({ sectorId })}>
            {name}
          </Link>
          : <strong>{what}</strong>
          {when.map((words) => `, ${words}`)}
          {money && (
            <>
              {", "}
              <strong className={styles.money}>{money}</strong>
            </>
          )}
        </p>
        {(stage === "out" || (item?.shares?.length ?? 0) > 0) && (
          <div className={styles.more} data-print="hide">
            {stage === "out" && (
              <Button variant="quiet" onClick={() => act({ action: "simulate", sectorId })}>
                {todayText.lessWater}
              </Button>
            )}
            {(item?.shares?.length ?? 0) > 0 && (
              <Button variant="quiet" onClick={() => act({ action: "speeds", sectorId })}>
                {todayText.openTable}
              </Button>
            )}
          </div>
        )}
        {asking.map((card) => (
          <div key={card.sector._id} className={styles.asking}>
            {unit.sectors.length > 1 && <p className={styles.sector}>{card.sector.name}</p>}
            <Questions unit={unit} card={card} />
          </div>
        ))}
      </div>
    </li>
  );
}

/** The machines that need no water today, on one line. */
function Others({ machines }: { machines: readonly MachineToday[] }) {
  const { addressOf } = useBoard();
  const others = machines.filter(({ stage }) => ["wait", "none", "fallow"].includes(stage));
  if (others.length === 0) return null;
  return (
    <p className={styles.others}>
      {todayText.others}:{" "}
      {others.map(({ unit, advice, stage }, index) => (
        <span key={unit.key}>
          {index > 0 && " · "}
          <Link to={addressOf({ sectorId: unit.mostUrgentSector.sector._id })}>
            {stage === "fallow"
              ? todayText.fallow(unit.name)
              : advice.action === "wait" && advice.until
                ? todayText.waitUntil(unit.name, formatShortDay(advice.until))
                : unit.name}
          </Link>
        </span>
      ))}
    </p>
  );
}
