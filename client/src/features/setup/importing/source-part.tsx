import { saveFile } from "../../../core/save-file.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select, TextArea } from "../../../ui/controls/input.tsx";
import { FileInput } from "./file-input.tsx";
import { isRequired, type RowReader } from "./import-field.ts";
import { templateFile } from "./template-file.ts";
import { text } from "./text.ts";
import type { useImport } from "./use-import.ts";

interface SourcePartProps {
  title: string;
  reader: RowReader;
  run: ReturnType<typeof useImport>;
}

/** Where the rows come from: a file, one sheet of it, or copied cells; and which columns an own file has. */
export function SourcePart({ title, reader, run }: SourcePartProps) {
  const { name, sheets = [], sheet = 0, pending, reading, read, takeSheet } = run;
  return (
    <>
      <Field label={text.choose} hint={text.hint}>
        {(control) => (
          <FileInput
            {...control}
            accept=".csv,.txt,.dat,.tsv,.xlsx,.xls,.xlsb,.ods,.json,.html,.zip,text/csv,text/plain"
            disabled={pending}
            chosen={name}
            onFile={(file) => void read(file)}
          />
        )}
      </Field>
      {sheets.length > 1 && (
        <Field label={text.sheet}>
          {(control) => (
            <Select
              {...control}
              disabled={pending}
              value={sheet}
              onChange={({ target }) => void takeSheet(Number(target.value))}
            >
              {sheets.map((one, index) => (
                <option key={one} value={index}>
                  {one}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {reading !== undefined && <p role="status">{text.reading(reading)}</p>}
      {name === undefined && (
        <>
          <Field label={text.paste}>
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                value=""
                onChange={({ target }) => void read(new File([target.value], text.pasted, { type: "text/plain" }))}
              />
            )}
          </Field>
          <div>
            <Button onClick={() => void saveFile(templateFile(reader, title))}>{text.template}</Button>
          </div>
          <details>
            <summary>{text.columns}</summary>
            <ul className="small">
              {reader.fields.map((field) => (
                <li key={field.path}>
                  <strong>{field.label}</strong>
                  {isRequired(field, reader.schema) && ` (${text.required})`}
                  {field.options &&
                    field.options.length > 0 &&
                    `: ${text.words(field.options.map(({ label }) => label))}`}
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </>
  );
}
