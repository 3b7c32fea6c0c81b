import { wordsOfReason } from "@lamina/shared/reasons/text";
import type { RunFigures } from "@lamina/shared/records/run-figures";
import { type Decision, type DecisionOf, isRun } from "@lamina/shared/views/machine-day";
import { adviceReasons, beginsNow, blockedLead, irrigateWords, leadWords, stopReasons } from "../../../field/advice.ts";
import { adviceText } from "../../../field/advice-text.ts";
import { farmClock, farmSpan, restWords } from "../../../field/farm-clock.ts";
import { dialWords, isOneSetting, passWords, runWords } from "../../../field/run-words.ts";
import { classNames } from "../../../ui/class-names.ts";
import { formatDepth, formatNumber, formatShortDay, NO_VALUE } from "../../../ui/format.ts";
import { useNow } from "../../../ui/now.tsx";
import { duration } from "../amounts.ts";
import type { IrrigationCard } from "../board.ts";
import { useCardContext } from "../board-context.ts";
import { text } from "../text.ts";
import styles from "./advice-line.module.css";
import { onlyWatered } from "./recommendation.ts";

interface AdviceLineProps {
  decision: Decision;
  unit: IrrigationCard;
  /** `row` and `card`: the largest text of theirs. `detail`: the largest text of the screen. */
  size?: "row" | "card" | "detail";
}

/** The decision in large text, `12 mm · 29 % no painel`, with the action below. */
export function AdviceLine({ decision, unit, size = "card" }: AdviceLineProps) {
  return (
    <div className={classNames(size === "detail" ? styles.detail : styles.card, size === "row" && styles.row)}>
      <p className={styles.lead}>
        <Lead decision={decision} unit={unit} />
      </p>
      <p className={styles.words}>
        <Words decision={decision} unit={unit} size={size} />
      </p>
    </div>
  );
}

function Lead({ decision, unit }: Pick<AdviceLineProps, "decision" | "unit">) {
  const fallow = unit.mostUrgentSector.status === "fallow";
  switch (decision.kind) {
    case "stop":
      return adviceText.stopNow;
    case "run":
      if (decision.isUnderWay) return adviceText.running;
      return isOneSetting(decision) ? <Figures run={decision.run} /> : <Table unit={unit} />;
    case "wait":
      return leadWords(decision);
    case "none":
      return fallow ? text.fallow : adviceText.none;
    default:
      return fallow ? text.fallow : blockedLead(decision);
  }
}

/** The settings of a panel's table, because no panel has their mean. */
function Table({ unit }: Pick<AdviceLineProps, "unit">) {
  const { decision, sectors } = unit.day;
  return <span className={styles.table}>{isRun(decision) && dialWords(decision, sectors)}</span>;
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

function Words({ decision, unit, size }: Required<AdviceLineProps>) {
  const { todayOf } = useCardContext();
  const now = useNow();
  const { timezone } = unit.farm;
  const today = todayOf(timezone);
  const clock = (moment: string | null) => farmClock(moment, timezone, today);
  if (decision.kind === "wait" || decision.kind === "none") return adviceReasons(decision).join("; ");
  if (decision.kind === "stop")
    return [...stopReasons(decision), text.hoursLeft(duration(decision.hoursLeft))].join("; ");
  if (decision.kind === "blocked") return blockedNote(decision, timezone, today);
  const { run, startAt, endAt } = decision;
  if (decision.isUnderWay)
    return [passWords(run), run.grossMm ? runWords({ ...run, percent: null }) : null, endAt && text.until(clock(endAt))]
      .filter(Boolean)
      .join(" · ");
  const words = irrigateWords(decision, { timeZone: timezone, today });
  if (decision.isLeftOut) return [words, startAt && text.begins(clock(startAt))].filter(Boolean).join(" · ");
  const isNow = startAt && beginsNow(startAt, now);
  const when = startAt && (isNow ? text.startNow(clock(endAt)) : farmSpan(startAt, endAt, timezone, today));
  const rests = size === "row" ? null : restWords(unit.planned?.pauses, timezone, today);
  return [words, when, rests, togetherWords(unit, size)].filter(Boolean).join(" · ");
}

/** Which of its machine's sectors the run waters too. */
function togetherWords(unit: IrrigationCard, size: AdviceLineProps["size"]): string | null {
  if (size === "detail") return sharedRun(unit);
  if (size === "row") return wateredCount(unit);
  return onlyWatered(wateredBy(unit.decision), unit.sectors) ?? wateredNames(unit);
}

/** Why there is no decision; empty where a measurement contradicts the balance, which the large text shows. */
const blockedNote = ({ by, since }: DecisionOf<"blocked">, timeZone: string, today: string) =>
  by && by !== "contradicted" && blockedWords(by, since, timeZone, today);

/** The reason why there is no recommendation, and since when: `chuva não recebida desde 14/05`. */
export function blockedWords(blockedBy: string, since: string | null, timeZone: string, today: string): string {
  const moment = since && (since.includes("T") ? farmClock(since, timeZone, today) : formatShortDay(since));
  const why = wordsOfReason(blockedBy).blocked ?? text.blockedUnknown;
  return `${why}${moment && moment !== NO_VALUE ? text.since(moment) : ""}`;
}

/** The setting of the run when it waters the sector together with others: `passada do pivô: 57,8 mm · 18 % no painel`. */
function sharedRun({ day: { decision } }: IrrigationCard): string | null {
  return isRun(decision) && decision.sectorIds.length > 1 ? text.sharedRun(runWords(decision.run)) : null;
}

const wateredBy = (decision: Decision) => (isRun(decision) ? decision.sectorIds : []);

/** How many of its sectors a machine waters; null for all of them. */
function wateredCount({ decision, sectors }: IrrigationCard): string | null {
  const watered = sectors.filter(({ sector }) => wateredBy(decision).includes(sector._id)).length;
  return watered === 0 || watered === sectors.length ? null : text.someSectors(watered, sectors.length);
}

/** The names of all sectors, which one run waters. */
function wateredNames({ sectors }: IrrigationCard): string | null {
  return sectors.length < 2 ? null : sectors.map(({ sector }) => sector.name).join(", ");
}
