import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import type { FieldSpec, Option } from "../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../ui/form/form-context.ts";
import { recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordOf } from "../records/data/screen-config.ts";
import { useLists } from "../records/data/use-lists.ts";
import { text } from "./text.ts";

const words = text.alert;
const PLACES: Pick<AnyScreenConfig, "entity" | "uses"> = { entity: "farm", uses: ["pivot"] };

/** The scope of a rule. A new kind of scope clears the place. */
export function ScopeKindField({ field }: { field: FieldSpec }) {
  const { set } = useForm();
  const { value, error } = useField(field.path);
  return (
    <Field label={`${field.label} *`} error={error}>
      {(control) => (
        <Select
          {...control}
          name={field.path}
          value={String(value)}
          onChange={({ target }) => set("scope", { kind: target.value })}
        >
          <Options options={field.options ?? []} />
        </Select>
      )}
    </Field>
  );
}

/** The farm or the pivot; no field when the rule applies to the whole client. */
export function ScopePlaceField({ field }: { field: FieldSpec }) {
  const { value: kind } = useField("scope.kind");
  const { value, set, error } = useField(field.path);
  const { lists } = useLists(PLACES);
  if (kind !== "farm" && kind !== "pivot") return null;
  return (
    <Field label={`${words.places[kind]} *`} error={error}>
      {(control) => (
        <Select {...control} name={field.path} value={String(value ?? "")} onChange={({ target }) => set(target.value)}>
          <option value="">–</option>
          <Options options={recordOptions<RecordOf<"farm" | "pivot">>(lists.of(kind), ({ name }) => name)} />
        </Select>
      )}
    </Field>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
