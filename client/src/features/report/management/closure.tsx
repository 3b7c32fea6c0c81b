import type { ManagementReport } from "@lamina/shared/views/report";
import { classNames } from "../../../ui/class-names.ts";
import { formatAmount, formatSigned } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icons/icon.tsx";
import { RowsButton } from "../rows-button.tsx";
import { text } from "../text.ts";
import type { OpenRows } from "../use-opened-rows.ts";
import styles from "./closure.module.css";
import { CLOSURE_TOLERANCE_MM, closureTerms } from "./closure-terms.ts";

const words = text.closure;

interface ClosureProps {
  section: ManagementReport["sectors"][number];
  /** Shows the days of a term. */
  onOpen: OpenRows;
}

/** The closure of the period: the change in storage, the sum of the rows, and the error. Each term opens its days. */
export function Closure({ section, onOpen }: ClosureProps) {
  const { closure } = section;
  const closes = Math.abs(closure.errorMm) <= CLOSURE_TOLERANCE_MM;
  return (
    <section className={classNames(styles.closure, !closes && styles.open)} aria-label={words.title}>
      <h3 className={styles.title}>
        {words.title}
        <span className={styles.verdict}>
          <Icon name={closes ? "check" : "alert"} size={16} />
          {closes ? words.closes : words.open} · {words.error} {formatAmount(closure.errorMm, "mm", 2)}
        </span>
      </h3>
      <p>
        <strong>
          {words.delta} {formatSigned(closure.deltaMm, 1)} mm
        </strong>{" "}
        ={" "}
        {closureTerms(section).map(({ key, mm, column }, index) => (
          <span key={key} className="no-wrap">
            {mm < 0 ? "− " : index === 0 ? "" : "+ "}
            <RowsButton onOpen={() => onOpen(column)}>{formatAmount(Math.abs(mm), "mm")}</RowsButton>{" "}
            <span className={styles.name}>{words.terms[key]}</span>{" "}
          </span>
        ))}
      </p>
      <p className={styles.formula}>
        {words.formula} ·{" "}
        {words.from(formatAmount(closure.storageStartMm, "mm"), formatAmount(closure.storageEndMm, "mm"))}
      </p>
    </section>
  );
}
