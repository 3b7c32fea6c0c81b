import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { type Side, Versions } from "../../../ui/form/versions.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import styles from "./conflict-dialog.module.css";
import { type NamedField, partOf, sameValue, shownValue } from "./data/shown-value.ts";
import { text } from "./data/text.ts";
import type { Fields } from "./data/writes.ts";
import { drawnVersions } from "./drawn-versions.tsx";

interface ConflictDialogProps {
  fields: readonly NamedField[];
  /** The version at the opening of the form. */
  before: Fields;
  mine: Fields;
  /** The version that another user has saved since, when, and by whom where it is known. */
  current: Fields;
  savedAt?: string | undefined;
  savedBy?: string | undefined;
  timeZone: string;
  pending: boolean;
  onKeepCurrent: () => void;
  /** Saves the current version with these top-level fields replaced by the user's. */
  onSave: (fields: Fields) => void;
  onClose: () => void;
}

/** Both versions, field by field. Only the fields that the user chooses are overwritten. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, before, mine, current, savedAt, savedBy, timeZone, pending, onKeepCurrent, onSave, onClose } = props;
  const differing = fields.filter(({ path }) => !sameValue(partOf(mine, path), partOf(current, path)));
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const sideOf = (path: string): Side =>
    chosen[path] ?? (sameValue(partOf(mine, path), partOf(before, path)) ? "current" : "mine");

  const merged = () =>
    differing
      .filter((field) => sideOf(field.path) === "mine")
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
      <p className={styles.lead}>
        {text.conflictBody(savedBy ?? text.anotherPerson, savedAt && formatDateTime(savedAt, timeZone))}
      </p>
      <Versions
        rows={differing.map(({ path, label, spec }) => {
          const [own, other] = [partOf(mine, path), partOf(current, path)];
          const words = (value: unknown) => shownValue(value, spec, timeZone);
          const drawn = spec ? null : drawnVersions(own, other);
          return { key: path, label, ...(drawn ?? { mine: words(own), current: words(other) }) };
        })}
        words={{ mine: text.mine, current: text.theirs }}
        sideOf={sideOf}
        onChoose={(path, side) => setChosen((sides) => ({ ...sides, [path]: side }))}
      />
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
