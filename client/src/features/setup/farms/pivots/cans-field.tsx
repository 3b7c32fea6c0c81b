import { useState } from "react";
import { Field } from "../../../../ui/controls/field.tsx";
import { TextArea } from "../../../../ui/controls/input.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import type { FieldSpec } from "../../../../ui/form/field-spec.ts";
import { useField } from "../../../../ui/form/form-context.ts";
import { formatNumber } from "../../../../ui/format.ts";
import { FileInput } from "../../importing/file-input.tsx";
import { fieldText } from "../place-values.ts";
import { text } from "../text.ts";
import { coefficientsOf, readCans } from "./can-test.ts";

const words = text.cans;

/** The cans of a test, typed, pasted or from a file of two columns, with their coefficients. */
export function CansField({ field }: { field: FieldSpec }) {
  const { value, set, error } = useField(field.path);
  const [typed, setTyped] = useState(() => linesOf(value));
  const [chosen, setChosen] = useState<string>();
  const test = readCans(typed);
  const coefficients = coefficientsOf(test);
  const read = (given: string) => {
    setTyped(given);
    set(
      readCans(given).cans.map(({ radiusM, depthMm }) => ({
        radiusM: fieldText(radiusM, 2),
        depthMm: fieldText(depthMm, 2),
      })),
    );
  };
  return (
    <div className="close-stack">
      <Field label={words.label} hint={words.hint} error={error}>
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            spellCheck={false}
            placeholder={words.example}
            value={typed}
            onChange={({ target }) => read(target.value)}
          />
        )}
      </Field>
      <FileInput
        aria-label={words.file}
        accept=".csv,.txt"
        chosen={chosen}
        onFile={async (file) => {
          setChosen(file?.name);
          if (file) read(await file.text());
        }}
      />
      {test.wrongLines.length > 0 && (
        <Banner tone="warning" icon="alert" announced>
          {words.wrong(test.wrongLines.slice(0, 5).join(", "))}
        </Banner>
      )}
      {coefficients && (
        <p className="hint">
          {[
            words.count(test.cans.length),
            ...(["cuc", "cuh", "cud"] as const).map(
              (key) => `${words.names[key]} ${formatNumber(coefficients[key], 1)} %`,
            ),
          ].join(" · ")}
        </p>
      )}
    </div>
  );
}

/** The rows of the form as lines of text. */
function linesOf(rows: unknown): string {
  if (!Array.isArray(rows)) return "";
  return rows.map((row: Record<string, unknown>) => `${row.radiusM ?? ""}\t${row.depthMm ?? ""}`).join("\n");
}
