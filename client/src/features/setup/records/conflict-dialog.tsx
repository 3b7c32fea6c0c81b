import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Check } from "../../../ui/controls/checks.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import styles from "./conflict-dialog.module.css";
import { type NamedField, partOf, sameValue, shownValue } from "./data/shown-value.ts";
import { text } from "./data/text.ts";
import type { Fields } from "./data/writes.ts";

interface ConflictDialogProps {
  fields: readonly NamedField[];
  /** The version at the opening of the form. */
  before: Fields;
  mine: Fields;
  /** The version that another user has saved since. */
  current: Fields;
  timeZone: string;
  pending: boolean;
  onKeepCurrent: () => void;
  /** Saves the current version with these top-level fields replaced by the user's. */
  onSave: (fields: Fields) => void;
  onClose: () => void;
}

type Side = "mine" | "current";

/** Both versions, field by field. Only the fields that the user chooses are overwritten. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, before, mine, current, timeZone, pending, onKeepCurrent, onSave, onClose } = props;
  const differing = fields.filter(({ path }) => !sameValue(partOf(mine, path), partOf(current, path)));
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = ({ path }: NamedField): Side =>
    chosen[path] ?? (sameValue(partOf(mine, path), partOf(before, path)) ? "current" : "mine");

  const merged = () =>
    differing
      .filter((field) => sideOf(field) === "mine")
      .reduce((record, { path }) => take(record, mine, path), current);

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.conflictTitle}
      variant="sheet"
      actions={
        <>
          <Button onClick={onKeepCurrent}>{text.keepTheirs}</Button>
          <Button variant="primary" pending={pending} onClick={() => onSave(merged())}>
            {text.saveChosen}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{text.conflictBody}</p>
      <ul className="grid gap-4">
        {differing.map((field) => (
          <li key={field.path}>
            <fieldset className={styles.field}>
              <legend>{field.label}</legend>
              {(["mine", "current"] as const).map((side) => (
                <Check
                  key={side}
                  type="radio"
                  name={field.path}
                  className={styles.side}
                  checked={sideOf(field) === side}
                  onChange={() => setChosen((sides) => ({ ...sides, [field.path]: side }))}
                >
                  <span>
                    <small>{side === "mine" ? text.mine : text.theirs}: </small>
                    {shownValue(partOf(side === "mine" ? mine : current, field.path), field.spec, timeZone)}
                  </span>
                </Check>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The record with another record's value at a path. */
function take(record: Fields, other: Fields, path: string): Fields {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) return { ...record, [key]: other[key] };
  const inner = take((record[key] ?? {}) as Fields, (other[key] ?? {}) as Fields, rest.join("."));
  return { ...record, [key]: inner };
}
