import { Field } from "../../../../ui/controls/field.tsx";
import { Select } from "../../../../ui/controls/input.tsx";
import { useForm } from "../../../../ui/form/form-context.ts";
import { type FormValues, toFormValues } from "../../../../ui/form/form-values.ts";
import { valueAt } from "../../../../ui/form/path.ts";
import { recordOptions } from "../../records/data/options.ts";
import { entityInfo, type PartProps, type RecordOf, type RelatedRecords } from "../../records/data/screen-config.ts";
import { text } from "../text.ts";

const words = text.copy;
const SOURCE = "split.source";
/** Fields of a pivot that belong to its place and not to its machine. */
const PLACE = ["name", "lat", "lon", "areaHa", "gaugeDeviceId"];

/** The sectors of a pivot, each with the soil and the season of the original, as input of a new pivot's form. */
export function copiedSectors(source: Pick<RecordOf<"pivot">, "_id">, lists: RelatedRecords): FormValues {
  const sectors = lists
    .of("pivotSector")
    .filter(({ pivotId }) => pivotId === source._id)
    .sort((one, other) => one.angleStart - other.angleStart)
    .map(({ _id, name, soilId, angleStart, angleEnd }) => {
      const season = lists.of("season").find(({ sectorId, status }) => sectorId === _id && status === "active");
      const { cropId = "", plantingDate = "" } = season ?? {};
      return { name, soilId, angleStart, angleEnd, cropId, plantingDate };
    });
  const common = (field: "soilId" | "cropId" | "plantingDate") => {
    const [value = "", ...others] = new Set(sectors.map((sector) => sector[field]));
    return others.length === 0 ? value : "";
  };
  return {
    split: {
      source: source._id,
      sectors,
      count: String(Math.max(1, sectors.length)),
      soilId: common("soilId"),
      cropId: common("cropId"),
      plantingDate: common("plantingDate"),
    },
  };
}

/** A pivot's machine and sectors as input of a new pivot's form. Its name and its place are not copied. */
export function copiedSetup(source: RecordOf<"pivot">, lists: RelatedRecords): FormValues {
  const values = Object.entries(toFormValues(entityInfo("pivot").fields, source));
  return {
    ...Object.fromEntries(values.filter(([field]) => !PLACE.includes(field))),
    ...copiedSectors(source, lists),
  };
}

/** On the form of a new pivot: another pivot as the template of its machine, sectors, soils and seasons. */
export function CopyFrom({ record, lists }: PartProps<"pivot">) {
  const { values, change } = useForm();
  const pivots = lists.of("pivot");
  if (record || pivots.length === 0) return null;
  const choose = (id: string) => {
    const source = lists.find("pivot", id);
    change(source ? copiedSetup(source, lists) : { split: {} });
  };
  return (
    <Field label={words.label} hint={words.hint}>
      {(control) => (
        <Select
          {...control}
          value={String(valueAt(values, SOURCE) ?? "")}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{words.none}</option>
          {recordOptions(pivots, ({ name }) => name).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** `Pivô 08` after `Pivô 07`: the highest number of the names, plus one, with as many digits. */
export function nextName(names: readonly string[]): string {
  const numbers = names.flatMap((name) => /\d+$/.exec(name.trim())?.[0] ?? []);
  const highest = Math.max(0, ...numbers.map(Number));
  const digits = Math.max(2, ...numbers.map(({ length }) => length));
  return words.name(String(highest + 1).padStart(digits, "0"));
}
