import type { Reason } from "@lamina/shared/records/irrigation";
import { formatBrl, formatDate, formatDateTime, formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { duration } from "../amounts.ts";
import { useBoard } from "../board-context.ts";
import { blockedWords } from "../card/advice-line.tsx";
import { splitReasons } from "../card/recommendation.ts";
import { text } from "../text.ts";
import type { ActionPart } from "./action-part.ts";
import { formText } from "./form-text.ts";
import styles from "./why.module.css";

/** "Por quê?": the balance term by term, each with its source and day, and what else led to the recommendation. */
export function Why({ unit, card }: Pick<ActionPart, "unit" | "card">) {
  const { todayOf } = useBoard();
  const { recommendation } = card;
  const { timezone } = unit.farm;
  if (!recommendation) return <p>{text.fallow}</p>;
  const { terms, others } = splitReasons(recommendation.reasons);
  const { blockedBy, blockedSince } = recommendation;
  return (
    <div className={styles.why}>
      {blockedBy && (
        <p className={styles.blocked}>
          {text.blocked(blockedWords(blockedBy, blockedSince, timezone, todayOf(timezone)))}
        </p>
      )}
      {terms.length > 0 && (
        <ReasonTable
          caption={formText.whyBalance}
          reasons={terms}
          words={formText.terms}
          timeZone={timezone}
          isResult={(key) => key === "drEnd" || key === "drNow"}
        />
      )}
      {others.length > 0 && (
        <ReasonTable caption={formText.whyDecision} reasons={others} words={formText.others} timeZone={timezone} />
      )}
    </div>
  );
}

interface ReasonTableProps {
  caption: string;
  reasons: readonly Reason[];
  words: Readonly<Record<string, string>>;
  timeZone: string;
  isResult?: (key: string) => boolean;
}

function ReasonTable({ caption, reasons, words, timeZone, isResult = () => false }: ReasonTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead className="only-read">
        <tr>
          <th scope="col">{formText.term}</th>
          <th scope="col">{formText.value}</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map((reason) => (
          <tr key={reason.key} className={isResult(reason.key) ? styles.result : undefined}>
            <th scope="row">
              {words[reason.key] ?? reason.key}
              <span className={styles.source}>{sourceWords(reason, timeZone)}</span>
            </th>
            <td>{valueWords(reason)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where a term comes from, and of which day: `estação · 13/05/2026`. */
function sourceWords({ source, at }: Reason, timeZone: string): string {
  const moment = at && (at.includes("T") ? formatDateTime(at, timeZone) : formatDate(at, "UTC"));
  return [source && (formText.sources[source] ?? source), moment].filter(Boolean).join(" · ");
}

function valueWords({ value, unit }: Reason): string {
  if (value === null) return NO_VALUE;
  if (typeof value === "string") return formText.words[value] ?? value;
  if (unit === "h") return duration(value);
  if (unit === "R$" || unit === "R$/mm") return formatBrl(value);
  return [formatNumber(value, 1), unit && (formText.units[unit] ?? unit)].filter(Boolean).join(" ");
}
