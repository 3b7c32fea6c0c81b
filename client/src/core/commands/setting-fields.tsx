import { Field } from "../../ui/controls/field.tsx";
import { Segments } from "../../ui/controls/segments.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { TimeInput } from "../../ui/controls/time-input.tsx";
import { commandText } from "./command-text.ts";
import { type SettingDraft, stops } from "./setting-draft.ts";
import { degrees } from "./setting-words.ts";

interface SettingFieldsProps {
  draft: SettingDraft;
  onDraft: (draft: SettingDraft) => void;
}

/** The speed, whole or by angle, and the end of a run. */
export function SettingFields({ draft, onDraft }: SettingFieldsProps) {
  const { byArc, rows, stop } = draft;
  const change = (part: Partial<SettingDraft>) => onDraft({ ...draft, ...part });
  return (
    <>
      {rows.length > 1 && (
        <Segments
          label={commandText.setting}
          value={byArc ? "arcs" : "whole"}
          onChange={(chosen) => change({ byArc: chosen === "arcs" })}
          options={[
            { value: "whole", label: commandText.whole },
            { value: "arcs", label: commandText.byArc },
          ]}
        />
      )}
      {byArc ? (
        rows.map((row, index) => (
          <TextField
            key={row.fromDeg}
            label={commandText.row(degrees(row.fromDeg), degrees(row.toDeg))}
            inputMode="decimal"
            autoComplete="off"
            value={row.percent}
            onValue={(percent) => change({ rows: rows.map((one, at) => (at === index ? { ...row, percent } : one)) })}
          />
        ))
      ) : (
        <TextField
          label={commandText.percent}
          inputMode="decimal"
          autoComplete="off"
          value={draft.percent}
          onValue={(percent) => change({ percent })}
        />
      )}
      <Segments
        label={commandText.stopAt}
        value={stop}
        onChange={(chosen) => change({ stop: chosen })}
        options={stops.map((value) => ({ value, label: commandText.stops[value] }))}
      />
      {stop === "angle" && (
        <TextField
          label={commandText.stopAngle}
          inputMode="decimal"
          autoComplete="off"
          value={draft.stopAngle}
          onValue={(stopAngle) => change({ stopAngle })}
        />
      )}
      {stop === "hour" && (
        <Field label={commandText.stopTime}>
          {(control) => <TimeInput {...control} value={draft.stopTime} onValue={(stopTime) => change({ stopTime })} />}
        </Field>
      )}
    </>
  );
}
