import { plannedRun, type RunFigures } from "@lamina/shared/records/run-figures";
import { type Advice, adviceReasons, beginsNow, irrigateWords, leadWords } from "../../../field/advice.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { farmClock, farmSpan } from "../../../field/farm-clock.ts";
import { passWords, runWords } from "../../../field/run-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { formatDepth, formatNumber, formatShortDay, NO_VALUE } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./advice-line.module.css";
import { onlyWatered, runOf } from "./recommendation.ts";

interface AdviceLineProps {
  advice: Advice;
  unit: IrrigationCard;
  /** `row` and `card`: the largest text of theirs. `detail`: the largest text of the screen. */
  size?: "row" | "card" | "detail";
}

/** The recommendation in large text, `12 mm · 29 % no painel`, with the action below. */
export function AdviceLine({ advice, unit, size = "card" }: AdviceLineProps) {
  return (
    <div className={classNames(size === "detail" ? styles.detail : styles.card, size === "row" && styles.row)}>
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
  switch (advice.action) {
    case "irrigate":
      return <Figures run={advice.run} />;
    case "running":
      return adviceText.running;
    case "wait":
      return leadWords(advice);
    default:
      return fallow ? text.fallow : adviceText[advice.action];
  }
}

function Figures({ run: { passes, depthPerPassMm, percent } }: { run: RunFigures }) {
  return (
    <>
      <span className={styles.figure}>
        {passes > 1 && `${formatNumber(passes, 0)} × `}
        {depthPerPassMm === null ? NO_VALUE : formatDepth(depthPerPassMm)}
        <span className={styles.unit}> mm</span>
      </span>
      {percent !== null && (
        <span className={styles.figure}>
          <span className={styles.dot}> · </span>
          {formatNumber(percent, 0)}
          <span className={styles.unit}> % {adviceText.onPanel}</span>
        </span>
      )}
    </>
  );
}

function Words({ advice, unit, size }: Required<AdviceLineProps>) {
  const { todayOf } = useCardContext();
  const now = useNow();
  const { timezone } = unit.farm;
  const clock = (moment: string | null) => farmClock(moment, timezone, todayOf(timezone));
  if (advice.action === "running")
    return [
      passWords(advice.run),
      advice.run.grossMm ? runWords({ ...advice.run, percent: null }) : null,
      advice.endAt && text.until(clock(advice.endAt)),
    ]
      .filter(Boolean)
      .join(" · ");
  if (advice.action === "wait" || advice.action === "none") return adviceReasons(advice).join("; ");
  if (advice.action === "nodata")
    return advice.blockedBy && blockedWords(advice.blockedBy, advice.since, timezone, todayOf(timezone));
  if (advice.action !== "irrigate") return null;
  const words = irrigateWords(advice, { timeZone: timezone, today: todayOf(timezone) });
  if (advice.run.hoursToday === 0)
    return [words, advice.startAt && text.begins(clock(advice.startAt))].filter(Boolean).join(" · ");
  const when =
    advice.startAt &&
    (beginsNow(advice.startAt, now)
      ? text.startNow(clock(advice.endAt))
      : farmSpan(advice.startAt, advice.endAt, timezone, todayOf(timezone)));
  const together =
    size === "detail"
      ? sharedRun(unit)
      : size === "card"
        ? (onlyWatered(unit) ?? wateredNames(unit))
        : wateredCount(unit);
  return [words, when, together].filter(Boolean).join(" · ");
}

/** The reason why there is no recommendation, and since when: `chuva não recebida desde 14/05`. */
export function blockedWords(blockedBy: string, since: string | null, timeZone: string, today: string): string {
  const moment = since && (since.includes("T") ? farmClock(since, timeZone, today) : formatShortDay(since));
  const why = text.blockers[blockedBy] ?? text.blockedUnknown;
  return `${why}${moment && moment !== NO_VALUE ? text.since(moment) : ""}`;
}

/** The setting of the run when it waters the sector together with others: `passada do pivô: 57,8 mm · 18 % no painel`. */
function sharedRun(unit: IrrigationCard): string | null {
  const run = runOf(unit, unit.mostUrgentSector.sector._id);
  if (!run || run.sectorIds.length < 2) return null;
  return text.sharedRun(runWords(plannedRun(run)));
}

/** How many of its sectors a machine waters; null for all of them. */
function wateredCount({ planned, sectors }: IrrigationCard): string | null {
  const watered = sectors.filter(({ sector }) => planned?.sectorIds.includes(sector._id)).length;
  return watered === 0 || watered === sectors.length ? null : text.someSectors(watered, sectors.length);
}

/** The names of all sectors, which one run waters. */
function wateredNames({ sectors }: IrrigationCard): string | null {
  return sectors.length < 2 ? null : sectors.map(({ sector }) => sector.name).join(", ");
}
