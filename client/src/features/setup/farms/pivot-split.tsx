import { sweptAngle } from "@lamina/agronomy/machine/pivot";
import { sectorArea } from "@lamina/agronomy/machine/system";
import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextInput } from "../../../ui/controls/input.tsx";
import type { Option } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import formStyles from "../../../ui/form/form-fields.module.css";
import type { FormValues } from "../../../ui/form/form-values.ts";
import { valueAt } from "../../../ui/form/path.ts";
import { formatNumber } from "../../../ui/format.ts";
import { initialStatus } from "../balance/season-rules.ts";
import { recordOptions } from "../records/data/options.ts";
import type { PartProps, RecordOf, RelatedInsert } from "../records/data/screen-config.ts";
import styles from "./land.module.css";
import { numberAt } from "./place-values.ts";
import { text } from "./text.ts";

const words = text.split;
/** More sectors than on any panel that farms use. */
const MAX_SECTORS = 12;
const COUNT = "split.count";
const SOIL = "split.soilId";
const CROP = "split.cropId";
const PLANTING = "split.plantingDate";
const FULL_CIRCLE = 360;

interface Arc {
  angleStart: number;
  angleEnd: number;
}

/** Equal sectors of the pivot in the form, from its start angle on; none without a soil, which each sector needs. */
export function splitArcs(values: FormValues): Arc[] {
  const count = Math.min(Math.floor(numberAt(values, COUNT) ?? 1), MAX_SECTORS);
  const from = numberAt(values, "angleStart") ?? 0;
  const swept = sweptAngle(from, numberAt(values, "angleEnd") ?? FULL_CIRCLE);
  if (!valueAt(values, SOIL) || count < 1) return [];
  const edge = (index: number) => Math.round(from + (swept * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    angleStart: edge(index) % FULL_CIRCLE,
    angleEnd: edge(index + 1) > FULL_CIRCLE ? edge(index + 1) % FULL_CIRCLE : edge(index + 1),
  }));
}

/** The sectors of a new pivot, and a season for each when a crop and its planting day are given. */
export function splitRecords(
  { _id: pivotId }: Pick<RecordOf<"pivot">, "_id">,
  values: FormValues,
  timeZone: string,
): RelatedInsert[] {
  const arcs = splitArcs(values);
  const [soilId, cropId, plantingDate] = [SOIL, CROP, PLANTING].map((path) => valueAt(values, path));
  const status = initialStatus(String(plantingDate), timeZone);
  return arcs.flatMap((arc, index): RelatedInsert[] => {
    const name = arcs.length === 1 ? words.only : words.letter(index);
    const sector = { name, entity: "pivotSector" as const, fields: () => ({ pivotId, name, soilId, ...arc }) };
    if (!cropId || !plantingDate) return [sector];
    const season: RelatedInsert = {
      name: `season ${name}`,
      entity: "season",
      fields: (added) => ({ sectorId: added[name]?._id, cropId, plantingDate, status }),
    };
    return [sector, season];
  });
}

/** On the form of a new pivot: its equal sectors, with one soil and one crop for all of them. */
export function PivotSplit({ record, lists }: PartProps<"pivot">) {
  const { values } = useForm();
  if (record) return null;
  const arcs = splitArcs(values);
  const radiusM = numberAt(values, "radiusM");
  const figure = { kind: "pivot", radiusM: radiusM ?? Number.NaN, angleStart: 0, angleEnd: FULL_CIRCLE } as const;
  return (
    <fieldset className={formStyles.group}>
      <legend className={formStyles.legend}>{words.title}</legend>
      <p className={formStyles.hint}>{words.hint}</p>
      <div className={formStyles.fields}>
        <Choice
          path={COUNT}
          label={words.count}
          options={Array.from({ length: MAX_SECTORS }, (_, index) => String(index + 1)).map((value) => ({
            value,
            label: value,
          }))}
        />
        <Choice
          path={SOIL}
          label={words.soil}
          none={words.noSoil}
          options={recordOptions(lists.of("soil"), ({ name }) => name)}
        />
        <Choice
          path={CROP}
          label={words.crop}
          none={words.noCrop}
          options={recordOptions(lists.of("crop"), ({ name }) => name)}
        />
        <Planting />
      </div>
      {arcs.length > 0 && (
        <ul className={styles.split} aria-label={words.result}>
          {arcs.map((arc, index) => (
            <li key={arc.angleStart}>
              <strong>{arcs.length === 1 ? words.only : words.letter(index)}</strong> {arc.angleStart}° → {arc.angleEnd}
              °{radiusM !== undefined && ` · ${formatNumber(sectorArea(arc, figure), 1)} ha`}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  path: string;
  label: string;
  options: readonly Option[];
  none?: string;
}

function Choice({ path, label, options, none }: ChoiceProps) {
  const { value, set } = useField(path);
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} name={path} value={String(value ?? "")} onChange={(event) => set(event.target.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Planting() {
  const { value, set } = useField(PLANTING);
  return (
    <Field label={words.planting}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          name={PLANTING}
          value={String(value ?? "")}
          onChange={(event) => set(event.target.value)}
        />
      )}
    </Field>
  );
}
