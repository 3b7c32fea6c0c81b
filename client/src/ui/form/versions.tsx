import type { ReactNode } from "react";
import { Check } from "../controls/checks.tsx";
import styles from "./versions.module.css";

export type Side = "mine" | "current";

interface VersionsProps {
  rows: readonly { key: string; label: string; mine: ReactNode; current: ReactNode }[];
  /** The names of the two versions. */
  words: Readonly<Record<Side, string>>;
  sideOf: (key: string) => Side;
  onChoose: (key: string, side: Side) => void;
}

/** What two persons wrote, row by row. The user chooses one of each. */
export function Versions({ rows, words, sideOf, onChoose }: VersionsProps) {
  return (
    <ul className="grid gap-4">
      {rows.map(({ key, label, ...versions }) => (
        <li key={key}>
          <fieldset className={styles.field}>
            <legend>{label}</legend>
            {(["mine", "current"] as const).map((side) => (
              <Check
                key={side}
                type="radio"
                name={key}
                className={styles.side}
                checked={sideOf(key) === side}
                onChange={() => onChoose(key, side)}
              >
                <span>
                  <small>{words[side]}: </small>
                  {versions[side]}
                </span>
              </Check>
            ))}
          </fieldset>
        </li>
      ))}
    </ul>
  );
}
