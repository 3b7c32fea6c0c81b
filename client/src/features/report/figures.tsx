import { Fragment } from "react";
import styles from "./figures.module.css";
import { RowsButton } from "./rows-button.tsx";

/** A smaller number of a figure. */
interface FigurePart {
  label: string;
  value: string;
  onOpen: () => void;
}

/** A number with its label and its reference. */
export interface Figure {
  key: string;
  label: string;
  value: string;
  note?: string | undefined;
  /** Numbers of the note, each with its own rows. */
  parts?: readonly FigurePart[];
  /** The value of the compared period, and the change. */
  before?: string | undefined;
  /** Shows the rows of the number. */
  onOpen?: (() => void) | undefined;
}

/** The summary figures of a report. `small`: for a description of its subject. */
export function Figures({ figures, size = "large" }: { figures: readonly Figure[]; size?: "large" | "small" }) {
  return (
    <dl className={size === "large" ? styles.large : styles.small}>
      {figures.map(({ key, label, value, note, parts = [], before, onOpen }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{onOpen ? <RowsButton onOpen={onOpen}>{value}</RowsButton> : value}</dd>
          {(note || parts.length > 0) && (
            <dd className="fine-print">
              {note}
              {parts.map((part, index) => (
                <Fragment key={part.label}>
                  {(note || index > 0) && " · "}
                  {part.label} <RowsButton onOpen={part.onOpen}>{part.value}</RowsButton>
                </Fragment>
              ))}
            </dd>
          )}
          {before && <dd className="fine strong tabular">{before}</dd>}
        </div>
      ))}
    </dl>
  );
}
