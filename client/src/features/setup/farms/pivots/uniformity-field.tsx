import { useState } from "react";
import { Button } from "../../../../ui/controls/button.tsx";
import { TextField } from "../../../../ui/controls/text-field.tsx";
import type { FieldSpec } from "../../../../ui/form/field-spec.ts";
import { useField, useForm } from "../../../../ui/form/form-context.ts";
import { fieldText } from "../place-values.ts";
import { text } from "../text.ts";
import { CanTestDialog } from "./can-test-dialog.tsx";

/** The uniformity of a system in %, typed or computed from a catch-can test. */
export function UniformityField({ field }: { field: FieldSpec }) {
  const { readOnly } = useForm();
  const { value, set, error } = useField(field.path);
  const [open, setOpen] = useState(false);
  return (
    <div className="close-stack">
      <TextField
        label={`${field.label} (%)`}
        error={error}
        name={field.path}
        inputMode="decimal"
        autoComplete="off"
        value={String(value ?? "")}
        onValue={set}
      />
      {!readOnly && (
        <div>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {text.cans.open}
          </Button>
        </div>
      )}
      {open && (
        <CanTestDialog
          onClose={() => setOpen(false)}
          onUse={(percent) => {
            set(fieldText(percent, 1));
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
