import type { SectorCard } from "@lamina/shared/views/irrigameter";
import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { formatBrl } from "../../../ui/format.ts";
import { mm } from "../amounts.ts";
import { Questions } from "../ask/questions.tsx";
import type { IrrigationCard } from "../board.ts";
import { sectorDay } from "../card/recommendation.ts";
import styles from "./left-out.module.css";
import type { MachineToday } from "./machines-today.ts";
import { orderText } from "./order-text.ts";
import { todayText } from "./today-text.ts";

/** Questions that are shown at first. */
const SHOWN_QUESTIONS = 3;

interface AskedSector {
  unit: IrrigationCard;
  card: SectorCard;
}

/** What waits for an answer by the user: one numbered list, the dearest doubt first. */
export function Asked({ machines }: { machines: readonly MachineToday[] }) {
  const [all, setAll] = useState(false);
  const asked = onePerGauge(machines.flatMap(({ unit, asking }) => asking.map((card) => ({ unit, card }))));
  const hidden = all ? 0 : Math.max(0, asked.length - SHOWN_QUESTIONS);
  if (asked.length === 0) return null;
  return (
    <section className={styles.part} aria-label={todayText.questions}>
      <h3>{todayText.questions}</h3>
      <ol className={styles.questions}>
        {asked.slice(0, asked.length - hidden).map(({ unit, card }) => (
          <li key={card.sector._id}>
            <Questions
              unit={unit}
              card={card}
              stake={stakeWords({ unit, card })}
              about={[unit.name, ...(unit.sectors.length > 1 && !doubtfulGauge(card) ? [card.sector.name] : [])].join(
                " · ",
              )}
            />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {todayText.moreQuestions(hidden)}
        </Button>
      )}
    </section>
  );
}

const stakeOf = ({ unit, card }: AskedSector) => sectorDay(unit, card.sector._id)?.stakeBrl ?? 0;

function stakeWords(asked: AskedSector): string | undefined {
  const { contradiction } = asked.card.recommendation ?? {};
  const stake = stakeOf(asked);
  if (!contradiction || stake <= 0) return undefined;
  return orderText.stake(mm(Math.abs(contradiction.balanceMm - contradiction.measuredMm)), formatBrl(stake));
}

const doubtfulGauge = ({ recommendation }: SectorCard) => recommendation?.missingRain?.doubt?.sensorId;

/** The question about a gauge once for all the sectors that it serves, and first, because its answer frees them all. */
function onePerGauge(asked: readonly AskedSector[]): AskedSector[] {
  const gauges = new Map<string, AskedSector>();
  const others: AskedSector[] = [];
  for (const one of asked) {
    const gauge = doubtfulGauge(one.card);
    if (gauge === undefined || (one.card.unconfirmed ?? []).length > 0) others.push(one);
    else if (!gauges.has(gauge)) gauges.set(gauge, one);
  }
  return [...gauges.values(), ...others.sort((a, b) => stakeOf(b) - stakeOf(a))];
}
