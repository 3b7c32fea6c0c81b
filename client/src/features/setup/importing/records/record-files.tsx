import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { saveFile } from "../../../../core/save-file.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { csvOf } from "../../../../ui/export/csv.ts";
import { fileName } from "../../../../ui/export/file-name.ts";
import type { ToolsProps } from "../../records/data/screen-config.ts";
import { ImportButton } from "../import-button.tsx";
import { foreseeRows, sendRows } from "../send-rows.ts";
import { text } from "../text.ts";
import { type RecordFile, recordReader, recordTable } from "./record-file.ts";

interface RecordFilesProps extends ToolsProps {
  file: RecordFile;
  /** `Pivôs`: names the file. */
  title: string;
  /** What a person should know before choosing a file. */
  note?: string;
}

/** A list as a file to edit, and its import. */
export function RecordFiles({ file, title, note, lists, ready }: RecordFilesProps) {
  const client = useSelectedClient();
  const reader = recordReader(file, lists);
  const { kind } = file;
  const options = { clientId: client._id, fields: reader.fields };
  const records = lists.of(kind);

  function save() {
    const content = csvOf(recordTable(title, reader, records));
    const name = fileName([title, text.editName, client.name], "csv");
    return saveFile(new File([content], name, { type: "text/csv;charset=utf-8" }));
  }

  return (
    <>
      <ImportButton
        ready={ready}
        title={text.importOf(title)}
        reader={reader}
        {...(note !== undefined && { note })}
        send={(rows, run) => sendRows(kind, rows, { ...options, run })}
        foresee={(rows, run) => foreseeRows(kind, rows, { ...options, run })}
      />
      {records.length > 0 && (
        <Button disabled={!ready} onClick={() => void save()}>
          {text.exportToEdit}
        </Button>
      )}
    </>
  );
}
