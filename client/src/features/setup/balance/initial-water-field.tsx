import { views } from "@lamina/shared/calls/views";
import { type InitialWaterFound, InitialWaterRequest } from "@lamina/shared/records/balance";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { FormField } from "../../../ui/form/form-fields.tsx";
import { formatAmount, formatDate } from "../../../ui/format.ts";
import type { AnyScreenConfig } from "../records/data/screen-config.ts";
import { useLists } from "../records/data/use-lists.ts";
import { text } from "./text.ts";

const words = text.season;
const SEASONS: Pick<AnyScreenConfig, "entity" | "uses"> = { entity: "season", uses: ["crop"] };

const foundQuery = (planting: InitialWaterRequest | undefined) =>
  queryOptions({
    queryKey: ["initial-water", planting],
    queryFn: planting ? ({ signal }) => call(views.balanceInitialWater, { body: planting, signal }) : skipToken,
    retry: false,
  });

/** How the soil is at planting. A new season proposes what was left, and says of what that comes. */
export function InitialWaterField({ field }: { field: FieldSpec }) {
  const { values } = useForm();
  const { value, set, error } = useField(field.path);
  const chosen = value || "carried";
  const planting = InitialWaterRequest.omit({ _id: true }).safeParse(values);
  const { data } = useQuery(foundQuery(chosen === "carried" ? planting.data : undefined));
  const found = useFoundWords(data);
  const carried = planting.success ? found : words.found.incomplete;
  return (
    <Field label={field.label} hint={chosen === "carried" ? carried : words.chosenHint} error={error}>
      {(control) => (
        <Select {...control} name={field.path} value={String(chosen)} onChange={({ target }) => set(target.value)}>
          {field.options?.map(({ value: option, label }) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function useFoundWords(found: InitialWaterFound | undefined): string {
  const { lists } = useLists(SEASONS);
  if (found === undefined) return "";
  const { startWater, seasonId, until, rainMm, storagePct, wholePct } = found;
  if (startWater === "unknown") return words.found.unknown;
  const last = seasonId === null ? undefined : lists.find("season", seasonId);
  const crop = (last && lists.find("crop", last.cropId)?.name) ?? words.words.one;
  const source =
    startWater === "probe" || until === null
      ? words.found.probe
      : words.found.season(crop, formatDate(until, "UTC"), formatAmount(rainMm, "mm"));
  return `${source} ${words.found.storage(formatAmount(storagePct, "%"), formatAmount(wholePct, "%"))}`;
}

/** The measured percentage, where that is the choice. */
export function MoistureField({ field: { widget: _, ...field } }: { field: FieldSpec }) {
  const { value } = useField("initialWater");
  return value === "measured" ? <FormField field={field} /> : null;
}
