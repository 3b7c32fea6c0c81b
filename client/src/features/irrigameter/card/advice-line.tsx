import { adviceText } from "../../../ui/diagrams/advice-text.ts";
import { formatDepth, formatNumber, formatShortDay, NO_VALUE } from "../../../ui/format.ts";
import { runWords } from "../../../ui/run-words.ts";
import { clock, mm } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useBoard } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./advice-line.module.css";
import { type Advice, runOf } from "./recommendation.ts";

interface AdviceLineProps {
  advice: Advice;
  unit: IrrigationCard;
  /** `card` is the largest thing on a card, `detail` on the screen. */
  size?: "card" | "detail";
}

/** The recommendation, larger than all else: `12 mm · 29 %`, with what to do beneath. */
export function AdviceLine({ advice, unit, size = "card" }: AdviceLineProps) {
  return (
    <div className={size === "detail" ? styles.detail : styles.card}>
      <p className={styles.lead}>
        <Lead advice={advice} fallow={unit.mostUrgentSector.status === "fallow"} />
      </p>
      <p className={styles.words}>
        <Words advice={advice} unit={unit} size={size} />
      </p>
    </div>
  );
}

function Lead({ advice, fallow }: { advice: Advice; fallow: boolean }) {
  if (advice.action === "irrigate") {
    return (
      <>
        <span className={styles.figure}>
          {advice.passes > 1 && `${formatNumber(advice.passes, 0)} × `}
          {formatDepth(advice.eachMm)}
          <span className={styles.unit}> mm</span>
        </span>
        {advice.percent !== null && (
          <>
            <span className={styles.dot}> · </span>
            <span className={styles.figure}>
              {formatNumber(Math.floor(advice.percent), 0)}
              <span className={styles.unit}> %</span>
            </span>
          </>
        )}
      </>
    );
  }
  if (advice.action === "wait")
    return advice.until ? adviceText.waitUntil(formatShortDay(advice.until)) : adviceText.wait;
  if (advice.action === "none") return fallow ? text.fallow : adviceText.none;
  return fallow ? text.fallow : adviceText.nodata;
}

function Words({ advice, unit, size }: Required<AdviceLineProps>) {
  const { todayOf } = useBoard();
  const { timezone } = unit.farm;
  if (advice.action === "wait") {
    const rain = advice.rainMm === null ? null : text.waitRain(mm(advice.rainMm));
    return [rain, advice.otherwiseMm === null ? null : text.otherwise(mm(advice.otherwiseMm))]
      .filter(Boolean)
      .join("; ");
  }
  if (advice.action === "nodata")
    return advice.blockedBy && blockedWords(advice.blockedBy, advice.since, timezone, todayOf(timezone));
  if (advice.action !== "irrigate") return null;
  const when =
    advice.startAt &&
    text.window(clock(advice.startAt, timezone, todayOf(timezone)), clock(advice.endAt, timezone, todayOf(timezone)));
  const together = size === "detail" ? sharedRun(unit) : wateredNames(unit);
  return [adviceText.irrigate, when, together].filter(Boolean).join(" · ");
}

/** Why there is no recommendation, and since when: `chuva não recebida desde 14/05`. */
export function blockedWords(blockedBy: string, since: string | null, timeZone: string, today: string): string {
  const moment = since && (since.includes("T") ? clock(since, timeZone, today) : formatShortDay(since));
  const why = text.blockers[blockedBy] ?? text.blockedUnknown;
  return `${why}${moment && moment !== NO_VALUE ? text.since(moment) : ""}`;
}

/** What the pivot is set to where one run waters the sector together with others: `passada do pivô: 57,8 mm · 18 %`. */
function sharedRun(unit: IrrigationCard): string | null {
  const run = runOf(unit, unit.mostUrgentSector.sector._id);
  if (!run || run.sectorIds.length < 2) return null;
  return text.sharedRun(runWords(run));
}

/** Which of a pivot's sectors are watered: those of the one run, or the one that the card speaks of. */
function wateredNames({ planned, sectors, mostUrgentSector }: IrrigationCard): string | null {
  if (sectors.length < 2) return null;
  const watered = sectors.filter(({ sector }) => planned?.sectorIds.includes(sector._id));
  return (watered.length > 0 ? watered : [mostUrgentSector]).map(({ sector }) => sector.name).join(", ");
}
