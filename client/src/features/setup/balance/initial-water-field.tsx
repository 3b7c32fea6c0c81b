import { views } from "@lamina/shared/calls/views";
import { type InitialWaterFound, InitialWaterRequest } from "@lamina/shared/records/balance";
import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/http.ts";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import type { FieldSpec } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { formatAmount, formatDate } from "../../../ui/format.ts";
import { text } from "./text.ts";

const words = text.season;

const foundQuery = (planting: InitialWaterRequest | undefined) =>
  queryOptions({
    queryKey: ["initial-water", planting],
    queryFn: planting ? ({ signal }) => call(views.balanceInitialWater, { body: planting, signal }) : skipToken,
    retry: false,
  });

/** How the soil is at planting. A new season proposes the water that the last one left, with its source. */
export function InitialWaterField({ field }: { field: FieldSpec }) {
  const { values } = useForm();
  const { value, set, error } = useField(field.path);
  // A percentage alone is measured, as in the API.
  const chosen = value || (values.initialMoisturePct ? "measured" : "carried");
  const planting = InitialWaterRequest.omit({ _id: true }).safeParse(values);
  const { data } = useQuery(foundQuery(chosen === "carried" ? planting.data : undefined));
  const carried = planting.success ? data && foundWords(data) : words.found.incomplete;
  return (
    <Field label={field.label} hint={chosen === "carried" ? (carried ?? "") : words.chosen} error={error}>
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

function foundWords({ startWater, cropName, until, rainMm, storagePct, wholePct }: InitialWaterFound): string {
  if (startWater === "unknown") return words.found.unknown;
  const source =
    startWater === "probe" || until === null
      ? words.found.probe
      : words.found.season(cropName ?? words.words.one, formatDate(until, "UTC"), formatAmount(rainMm, "mm"));
  return `${source} ${words.found.storage(formatAmount(storagePct, "%"), formatAmount(wholePct, "%"))}`;
}
