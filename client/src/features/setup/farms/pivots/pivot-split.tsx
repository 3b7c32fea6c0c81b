import { sweptAngle } from "@lamina/agronomy/machine/pivot";
import { sectorArea } from "@lamina/agronomy/machine/system";
import * as z from "zod";
import { Field } from "../../../../ui/controls/field.tsx";
import { Select } from "../../../../ui/controls/input.tsx";
import { DateInput } from "../../../../ui/date/date-input.tsx";
import type { Option } from "../../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../../ui/form/form-context.ts";
import formStyles from "../../../../ui/form/form-fields.module.css";
import type { FormValues } from "../../../../ui/form/form-values.ts";
import { valueAt } from "../../../../ui/form/path.ts";
import { formatNumber } from "../../../../ui/format.ts";
import { initialStatus } from "../../balance/season-rules.ts";
import { recordOptions } from "../../records/data/options.ts";
import type { PartProps, RecordOf, RelatedInsert } from "../../records/data/screen-config.ts";
import styles from "../land.module.css";
import { numberAt } from "../place-values.ts";
import { text } from "../text.ts";

const words = text.split;
/** More sectors than on any panel that farms use. */
const MAX_SECTORS = 12;
/** Sectors of the copied pivot. */
const COPIED = "split.sectors";
const COUNT = "split.count";
const SOIL = "split.soilId";
const CROP = "split.cropId";
const PLANTING = "split.plantingDate";
const FULL_CIRCLE = 360;

/** A sector that a new pivot gets. */
const PlannedSector = z.object({
  name: z.string(),
  soilId: z.string(),
  angleStart: z.number(),
  angleEnd: z.number(),
  /** Empty: no season. */
  cropId: z.string(),
  plantingDate: z.string(),
});
type PlannedSector = z.infer<typeof PlannedSector>;
const CopiedSectors = z.array(PlannedSector).catch([]);

/**
 * The sectors of the pivot in the form: those of the copied pivot while their number stays, else equal ones from its
 * start angle on. Soil, crop and planting of the form replace those of the copy. None without a soil, which each sector
 * needs.
 */
export function splitSectors(values: FormValues): PlannedSector[] {
  const textAt = (path: string) => String(valueAt(values, path) ?? "");
  const count = Math.min(Math.floor(numberAt(values, COUNT) ?? 1), MAX_SECTORS);
  const copied = CopiedSectors.parse(valueAt(values, COPIED));
  const all = copied.length === count ? copied : equalSectors(values, count);
  return all
    .map((sector) => ({
      ...sector,
      soilId: textAt(SOIL) || sector.soilId,
      cropId: textAt(CROP) || sector.cropId,
      plantingDate: textAt(PLANTING) || sector.plantingDate,
    }))
    .filter(({ soilId }) => soilId !== "");
}

function equalSectors(values: FormValues, count: number): PlannedSector[] {
  const from = numberAt(values, "angleStart") ?? 0;
  const swept = sweptAngle(from, numberAt(values, "angleEnd") ?? FULL_CIRCLE);
  const edge = (index: number) => Math.round(from + (swept * index) / count);
  return Array.from({ length: Math.max(0, count) }, (_, index) => ({
    name: count === 1 ? words.only : words.letter(index),
    soilId: "",
    angleStart: edge(index) % FULL_CIRCLE,
    angleEnd: edge(index + 1) > FULL_CIRCLE ? edge(index + 1) % FULL_CIRCLE : edge(index + 1),
    cropId: "",
    plantingDate: "",
  }));
}

/** The sectors of a new pivot, and a season for each when a crop and its planting day are given. */
export function splitRecords(
  { _id: pivotId }: Pick<RecordOf<"pivot">, "_id">,
  values: FormValues,
  timeZone: string,
): RelatedInsert[] {
  return splitSectors(values).flatMap(({ cropId, plantingDate, ...fields }): RelatedInsert[] => {
    const { name } = fields;
    const sector = { name, entity: "pivotSector" as const, fields: () => ({ pivotId, ...fields }) };
    if (!cropId || !plantingDate) return [sector];
    const status = initialStatus(plantingDate, timeZone);
    const season: RelatedInsert = {
      name: `season ${name}`,
      entity: "season",
      fields: (added) => ({ sectorId: added[name]?._id, cropId, plantingDate, status }),
    };
    return [sector, season];
  });
}

/** On the form of a new pivot: its sectors, with the soil and the crop of all of them. */
export function PivotSplit({ record, lists }: PartProps<"pivot">) {
  const { values } = useForm();
  if (record) return null;
  const sectors = splitSectors(values);
  const copied = valueAt(values, COPIED) !== undefined;
  const radiusM = numberAt(values, "radiusM");
  const figure = { kind: "pivot", radiusM: radiusM ?? Number.NaN, angleStart: 0, angleEnd: FULL_CIRCLE } as const;
  return (
    <fieldset className="close-stack">
      <legend className={formStyles.legend}>{words.title}</legend>
      <p className="hint">{words.hint}</p>
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
          none={copied ? words.asCopied : words.noSoil}
          options={recordOptions(lists.of("soil"), ({ name }) => name)}
        />
        <Choice
          path={CROP}
          label={words.crop}
          none={copied ? words.asCopied : words.noCrop}
          options={recordOptions(lists.of("crop"), ({ name }) => name)}
        />
        <Planting />
      </div>
      {sectors.length > 0 && (
        <ul className={styles.split} aria-label={words.result}>
          {sectors.map(({ name, angleStart, angleEnd, soilId, cropId, plantingDate }) => (
            <li key={angleStart}>
              <strong>{name}</strong>{" "}
              {[
                `${angleStart}° → ${angleEnd}°`,
                radiusM !== undefined && words.area(formatNumber(sectorArea({ angleStart, angleEnd }, figure), 1)),
                lists.find("soil", soilId)?.name,
                plantingDate && lists.find("crop", cropId)?.name,
              ]
                .filter(Boolean)
                .join(" · ")}
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
  const { timeZone } = useForm();
  return (
    <Field label={words.planting}>
      {(control) => (
        <DateInput {...control} timeZone={timeZone} name={PLANTING} value={String(value ?? "")} onValue={set} />
      )}
    </Field>
  );
}
