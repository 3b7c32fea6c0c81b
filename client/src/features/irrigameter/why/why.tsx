import { wordsOfReason } from "@lamina/shared/reasons/text";
import type { BoardRecommendation, Reason } from "@lamina/shared/records/recommendation";
import { screenOf } from "@lamina/shared/screens/screens";
import type { Decision } from "@lamina/shared/views/machine-day";
import { Link } from "react-router-dom";
import { useRights } from "../../../core/rights/use-rights.ts";
import { adviceReasons, leadWords } from "../../../field/advice.ts";
import { farmClock } from "../../../field/farm-clock.ts";
import { runWords } from "../../../field/run-words.ts";
import { Skeleton } from "../../../ui/feedback/states.tsx";
import {
  formatAmount,
  formatBrl,
  formatDate,
  formatDateTime,
  formatNumber,
  formatShortDay,
  NO_VALUE,
} from "../../../ui/format.ts";
import { duration, mm } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { blockedWords } from "../card/advice-line.tsx";
import { runOf, sectorDay } from "../card/recommendation.ts";
import { isExplained } from "../details.ts";
import { text } from "../text.ts";
import { Decided, type WhyPart } from "./decided.tsx";
import styles from "./why.module.css";
import { whyTerms } from "./why-terms.ts";
import { whyText } from "./why-text.ts";

/**
 * "Por quê?": from the deficit to the depth, the setting and the hour, term by term, each with a link to its source.
 */
export function Why(part: WhyPart) {
  const { todayOf, isExplaining } = useBoard();
  const { unit, card } = part;
  const { recommendation } = card;
  const { timezone } = unit.farm;
  const today = todayOf(timezone);
  if (!recommendation) return <p>{text.fallow}</p>;
  if (!isExplained(card)) return isExplaining ? <Skeleton rows={6} /> : <p>{whyText.notHere}</p>;
  const { balance, depth, run, rain, money, rules } = whyTerms(
    recommendation,
    sectorDay(unit, card.sector._id)?.run ?? null,
  );
  const { blockedBy, blockedSince } = recommendation;
  return (
    <div className="grid gap-6">
      {blockedBy && (
        <p className={styles.blocked}>{text.blocked(blockedWords(blockedBy, blockedSince, timezone, today))}</p>
      )}
      <Decided {...part} />
      <ReasonTable part={part} caption={whyText.balance} reasons={balance} />
      <ReasonTable part={part} caption={whyText.depth} reasons={depth} />
      <ReasonTable part={part} caption={whyText.run} reasons={run} note={hoursWords(part, recommendation, today)} />
      <ReasonTable part={part} caption={whyText.rain} reasons={rain} note={rainWords(recommendation)} />
      <ReasonTable part={part} caption={whyText.money} reasons={money} />
      <ReasonTable
        part={part}
        caption={whyText.rules}
        reasons={rules}
        note={ruleWords(recommendation, sectorDay(unit, card.sector._id)?.decision)}
      />
    </div>
  );
}

/** The time of the run, and the sector's own need when the machine's run differs from it. */
function hoursWords(
  { unit, card }: WhyPart,
  { startAt, endAt, continuesAt, replaces }: BoardRecommendation,
  today: string,
): string[] {
  const { timezone } = unit.farm;
  const run = runOf(unit, card.sector._id);
  const clock = (moment: string) => farmClock(moment, timezone, today);
  const [start, end] = [run?.startAt ?? startAt, run?.endAt ?? endAt];
  return [
    ...(start && end ? [whyText.hours(clock(start), clock(end))] : []),
    ...(continuesAt ? [whyText.continues(clock(continuesAt))] : []),
    ...(replaces ? [whyText.replaces[replaces.why](runWords(replaces))] : []),
    ...(replaces && replaces.excessMm >= 0.1 ? [whyText.excess(mm(replaces.excessMm))] : []),
    ...(replaces && replaces.deficitMm >= 0.1 ? [whyText.deficit(mm(replaces.deficitMm))] : []),
  ];
}

/** The decision about the rain, with its reasons. */
function rainWords({ action, waitUntil, rainWait, reasons }: BoardRecommendation): string[] {
  const value = (key: string) => Number(reasons.find((reason) => reason.key === key)?.value ?? 0);
  if (action === "wait" && rainWait) return [whyText.waitsForRain(waitUntil ? formatShortDay(waitUntil) : NO_VALUE)];
  if (!reasons.some(({ key }) => key === "rainForecast")) return [];
  if (reasons.some(({ key }) => key === "noForecast")) return [whyText.noForecast];
  if (value("rainForecast") < 0.1) return [whyText.noRain];
  return action === "irrigate" ? [value("roomForRain") > 0 ? whyText.leavesRoom : whyText.noWait] : [];
}

/** Why water is not given today, and the advice itself with its day, limit and depth. */
function ruleWords(recommendation: BoardRecommendation, decision: Decision | undefined): string[] {
  const { action, rule, waitUntil, rainWait, reasons } = recommendation;
  if (decision?.kind !== "wait" && decision?.kind !== "none") return [];
  const drains = action === "wait" && !rainWait && reasons.some(({ key }) => key === "drains");
  const why = rule === "roomForRain" || rule === "leastDepth" || rule === "budget" ? rule : drains ? "drains" : null;
  const day = waitUntil ? formatShortDay(waitUntil) : NO_VALUE;
  return [
    ...(why ? [whyText.waitsFor[why](day)] : []),
    `${[leadWords(decision), ...adviceReasons(decision)].join("; ")}.`,
  ];
}

interface ReasonTableProps {
  part: WhyPart;
  caption: string;
  reasons: readonly Reason[];
  note?: readonly string[];
}

const RESULTS = ["drEnd", "drNow", "net", "gross"];

function ReasonTable({ part, caption, reasons, note = [] }: ReasonTableProps) {
  if (reasons.length === 0 && note.length === 0) return null;
  return (
    <section>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead className="only-read">
          <tr>
            <th scope="col">{whyText.term}</th>
            <th scope="col">{whyText.value}</th>
          </tr>
        </thead>
        <tbody>
          {reasons.map((reason) => (
            <tr key={reason.key} className={RESULTS.includes(reason.key) ? styles.result : undefined}>
              <th scope="row">
                {wordsOfReason(reason.key).why ?? reason.key}
                <Source reason={reason} part={part} />
              </th>
              <td>
                <Value reason={reason} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {note.map((words) => (
        <p key={words} className={styles.note}>
          {words}
        </p>
      ))}
    </section>
  );
}

/** The source of a term and its day, as a link if the API sends one: `estação · 13/05/2026`. */
function Source({ reason, part }: { reason: Reason; part: WhyPart }) {
  const { can } = useRights();
  const { timezone } = part.unit.farm;
  const { source, at, link } = reason;
  const screen = link?.startsWith("/") && screenOf(link);
  const words = source && (whyText.sources[source] ?? source);
  const moment = at && (at.includes("T") ? formatDateTime(at, timezone) : formatDate(at, "UTC"));
  if (!words && !moment) return null;
  return (
    <span className={styles.source}>
      {words && (link && screen && can(screen, "view") ? <Link to={link}>{words}</Link> : words)}
      {words && moment && " · "}
      {moment}
    </span>
  );
}

function Value({ reason: { key, value, unit } }: { reason: Reason }) {
  const { data } = useBoard();
  if (value === null) return NO_VALUE;
  if (key === "waitsFor" || key === "stopFor") return data.pivots.find(({ _id }) => _id === value)?.name ?? NO_VALUE;
  if (typeof value === "string") return whyText.words[value] ?? value;
  if (unit === "h") return duration(value);
  if (unit === "R$" || unit === "R$/mm") return formatBrl(value);
  if (unit === null) return formatNumber(value, key.startsWith("kc") ? 2 : 0);
  return formatAmount(value, whyText.units[unit] ?? unit);
}
