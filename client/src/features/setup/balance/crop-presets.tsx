import { type Fao56CropKey, fao56CropFields } from "@lamina/agronomy/crop/fao56-crops";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import { toFormValues } from "../../../ui/form/form-values.ts";
import { text } from "./text.ts";

const words = text.crop;
const names = Object.entries(words.presets) as [Fao56CropKey, string][];

/** Fills a new crop with values of the FAO-56 tables. The user can change all of them. */
export function CropPresets() {
  const { schema, change, values } = useForm();
  const fill = (key: Fao56CropKey) => {
    const stages = [1, 2, 3, 4].map(words.stage);
    const { name, ...figures } = toFormValues(schema, fao56CropFields(key, { crop: words.presets[key], stages }));
    // A name that the user typed is kept.
    const isGiven = values.name !== "" && !names.some(([, preset]) => preset === values.name);
    change(isGiven || name === undefined ? figures : { ...figures, name });
  };
  return (
    <Field label={words.preset} hint={words.presetHint}>
      {(control) => (
        <Select
          {...control}
          defaultValue=""
          onChange={({ target }) => target.value && fill(target.value as Fao56CropKey)}
        >
          <option value="">{words.presetNone}</option>
          {names.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
