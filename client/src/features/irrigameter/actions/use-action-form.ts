import type { BrokenRule } from "@lamina/shared/rules/rule";
import { type FieldErrors, fieldErrors } from "@lamina/shared/rules/rule-text";
import { useState } from "react";
import type * as z from "zod";
import { useDraft } from "../../../core/drafts/use-draft.ts";
import { useOutbox } from "../../../core/outbox/use-outbox.ts";
import type { FormState } from "../../../ui/form/form-context.ts";
import { type FormValues, fromFormValues } from "../../../ui/form/form-values.ts";
import { readFields } from "../../../ui/form/read-fields.ts";
import { toastRecorded } from "../toast-recorded.ts";

interface ActionFormOptions<Schema extends z.ZodType> {
  /** The draft lasts until its record is stored or the form is cancelled. */
  name: string;
  /** What a person enters, of `shared`; it may depend on the input. */
  schema: (values: FormValues) => Schema;
  start: FormValues;
  timeZone: string;
  /** Rules beyond those of the schema. */
  check?: (fields: z.output<Schema>, photo: string | null) => readonly BrokenRule[];
  /** Changes that follow from one of the user. */
  follow?: (change: FormValues, values: FormValues) => FormValues;
  onDone: () => void;
}

/** The state of an action's form: input, errors, warnings and photo. */
export function useActionForm<Schema extends z.ZodType>(options: ActionFormOptions<Schema>) {
  const { name, start, timeZone, check, follow, onDone } = options;
  const { fields: values, set, clear } = useDraft<FormValues>(name, start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [photo, setPhoto] = useState<string | null>(null);
  const [full, setFull] = useState(false);
  const { discard } = useOutbox();
  const schema = options.schema(values);

  function change(typed: FormValues) {
    // The warnings do not depend on a note.
    if (!("note" in typed)) setWarnings([]);
    set({ ...typed, ...follow?.(typed, values) });
  }
  function close() {
    clear();
    onDone();
  }
  const form: FormState = {
    schema,
    values,
    errors,
    set: (path, value) => change({ [path]: value }),
    change,
    readOnly: false,
    timeZone,
    isShort: true,
  };
  return {
    form,
    warnings,
    photo,
    setPhoto,
    full,
    close,
    /** The valid input; null shows the errors at their fields. */
    read(): z.output<Schema> | null {
      const { fields, rules } = readFields(
        schema,
        fromFormValues(schema, values),
        (valid) => check?.(valid, photo) ?? [],
      );
      setErrors(fieldErrors(rules));
      return fields;
    },
    /** Shows warnings. True when the user has seen them all and saves nevertheless. */
    confirm(found: readonly string[]): boolean {
      setWarnings(found);
      return found.every((words) => warnings.includes(words));
    },
    /** Closes the form of a record that was stored under this key; null says that the device has no room. */
    stored(message: string, key: string | null) {
      setFull(key === null);
      if (key === null) return;
      close();
      toastRecorded(message, key, discard);
    },
  };
}

export type ActionFormState = Omit<ReturnType<typeof useActionForm>, "read">;
