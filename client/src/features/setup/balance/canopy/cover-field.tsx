import { greenShare } from "@lamina/agronomy/crop/green-share";
import { useId, useState } from "react";
import { photoPixels } from "../../../../platform/shrink-photo.ts";
import { Field } from "../../../../ui/controls/field.tsx";
import { TextInput } from "../../../../ui/controls/input.tsx";
import type { FieldSpec } from "../../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../../ui/form/form-context.ts";
import { formatAmount } from "../../../../ui/format.ts";
import { FileInput } from "../../importing/file-input.tsx";
import { text } from "../text.ts";

const words = text.canopy.photo;
/** Longest side of the picture that is counted, pixels: enough for a share in whole percent. */
const LONGEST_SIDE = 400;

type Estimate = "none" | "reading" | "unreadable" | { pct: number };

/** The green cover, by eye or as the green share of a photo, which the person confirms or changes. */
export function CoverField({ field }: { field: FieldSpec }) {
  const id = useId();
  const { change, readOnly } = useForm();
  const { value, error } = useField(field.path);
  const [name, setName] = useState<string>();
  const [estimate, setEstimate] = useState<Estimate>("none");

  async function take(file: File) {
    setName(file.name);
    setEstimate("reading");
    try {
      const pct = Math.round(100 * greenShare(await photoPixels(file, LONGEST_SIDE)));
      change({ [field.path]: String(pct), coverSource: "photo" });
      setEstimate({ pct });
    } catch {
      setEstimate("unreadable");
    }
  }

  function type(typed: string) {
    // Without a value there is nothing from a photo.
    change({ [field.path]: typed, ...(typed === "" && { coverSource: "" }) });
    if (typed === "") setEstimate("none");
  }

  return (
    <div className="grid gap-2">
      <Field label={`${field.label} (%)`} hint={field.hint} error={error}>
        {(control) => (
          <TextInput
            {...control}
            name={field.path}
            inputMode="decimal"
            value={String(value ?? "")}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      {!readOnly && (
        <FileInput
          accept="image/*"
          aria-describedby={`${id}state`}
          button={words.take}
          chosen={name}
          onFile={(file) => file && void take(file)}
        />
      )}
      <p id={`${id}state`} className="fine-print" role="status">
        {estimateWords(estimate)}
      </p>
    </div>
  );
}

function estimateWords(estimate: Estimate): string {
  if (estimate === "none") return words.hint;
  if (estimate === "reading") return words.reading;
  if (estimate === "unreadable") return words.unreadable;
  return words.estimate(formatAmount(estimate.pct, "%"));
}
