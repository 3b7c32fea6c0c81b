import { FarmLineKind } from "@lamina/shared/records/farm";
import { useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextArea } from "../../../ui/controls/input.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import formStyles from "../../../ui/form/form-fields.module.css";
import { wordOptions } from "../records/data/options.ts";
import { type DrawnLine, pointsText, readPoints } from "./farm-lines.ts";
import styles from "./land.module.css";
import { text } from "./text.ts";

const words = text.lines;

interface FarmLinesProps {
  lines: DrawnLine[];
  /** Index of the line that the map edits. */
  active: number | null;
  onActive: (active: number | null) => void;
  onLines: (lines: DrawnLine[]) => void;
}

/** The roads, waters and contour lines of a farm. The map edits one at a time; its points are also a text. */
export function FarmLinesEditor({ lines, active, onActive, onLines }: FarmLinesProps) {
  const [removed, setRemoved] = useState<DrawnLine[] | null>(null);
  const set = (index: number, change: Partial<DrawnLine>) =>
    onLines(lines.map((line, other) => (other === index ? { ...line, ...change } : line)));
  const line = active === null ? undefined : lines[active];
  return (
    <fieldset className="close-stack">
      <legend className={formStyles.legend}>{words.title}</legend>
      <div className={styles.line}>
        {lines.map(({ name, kind }, index) => (
          <Button
            // Lines have no id, so their index is the key.
            key={words.newName("", index + 1)}
            aria-pressed={index === active}
            variant={index === active ? "primary" : "secondary"}
            onClick={() => onActive(index === active ? null : index)}
          >
            {name || words.kinds[kind]}
          </Button>
        ))}
        <Button
          icon="map"
          onClick={() => {
            onLines([...lines, { name: nameOf("road", lines.length), kind: "road", points: [] }]);
            onActive(lines.length);
          }}
        >
          {words.add}
        </Button>
        {removed && (
          <Button
            variant="quiet"
            onClick={() => {
              onLines(removed);
              setRemoved(null);
            }}
          >
            {words.undo}
          </Button>
        )}
      </div>
      {line && active !== null && (
        <>
          <p className="hint" role="status">
            {line.points.length < 2 ? words.draw : words.change}
          </p>
          <div className={formStyles.fields}>
            <TextField label={words.name} value={line.name} onValue={(name) => set(active, { name })} />
            <Field label={words.kind}>
              {(control) => (
                <Select
                  {...control}
                  value={line.kind}
                  onChange={(event) => set(active, ofKind(line, active, FarmLineKind.parse(event.target.value)))}
                >
                  {wordOptions(words.kinds).map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </div>
          <Points key={active} line={line} onPoints={(points) => set(active, { points })} />
          <div className={styles.line}>
            <Button
              disabled={line.points.length === 0}
              onClick={() => set(active, { points: line.points.slice(0, -1) })}
            >
              {words.back}
            </Button>
            <Button
              variant="quiet"
              onClick={() => {
                setRemoved(lines);
                onLines(lines.filter((_, other) => other !== active));
                onActive(null);
              }}
            >
              {words.remove}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

/** The name that a new line gets: its kind and its place in the list. */
const nameOf = (kind: FarmLineKind, index: number) => words.newName(words.kinds[kind], index + 1);

/** Another kind renames a line that still has the name it got. */
function ofKind({ kind, name }: DrawnLine, index: number, next: FarmLineKind): Partial<DrawnLine> {
  return { kind: next, ...(name === nameOf(kind, index) ? { name: nameOf(next, index) } : {}) };
}

/** The points as text, one for each row. While a row is not a place, the map keeps the last points. */
function Points({ line, onPoints }: { line: DrawnLine; onPoints: (points: DrawnLine["points"]) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && readPoints(typed) === null;
  return (
    <Field label={words.points} hint={words.pointsHint} error={isWrong ? words.pointsWrong : undefined}>
      {(control) => (
        <TextArea
          {...control}
          rows={3}
          value={typed ?? pointsText(line.points)}
          onChange={({ target }) => {
            setTyped(target.value);
            const points = readPoints(target.value);
            if (points) onPoints(points);
          }}
          onBlur={() => !isWrong && setTyped(null)}
        />
      )}
    </Field>
  );
}
