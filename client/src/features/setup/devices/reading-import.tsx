import { views } from "@lamina/shared/calls/views";
import type { ImportReply } from "@lamina/shared/calls/views/field-records";
import { MESSAGE_READINGS } from "@lamina/shared/records/readings";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, partsBy, sendParts } from "../importing/send-parts.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { ReadingRow, readingReader } from "./reading-reader.ts";
import { text } from "./text.ts";

const words = text.reading;
/** A comparison reads an index alone, so that the readings of a season are compared in some seconds. */
const MAX_PREVIEWED = 20_000;

/** Imports readings from a file through the devices' call. A reading that already exists is not stored twice. */
export function ReadingImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  const parts = (rows: Iterable<GoodRow>) => partsBy(rows, serialOf, MESSAGE_READINGS);
  return (
    <ImportButton
      ready={ready}
      title={words.title}
      reader={readingReader(lists)}
      send={async (rows, run) => {
        try {
          const outcome = await sendParts(parts(rows), run, async (part) =>
            outcomeOf(await call(views.readingImport, { body: { ...bodyOf(part), batch: run.key } }), part),
          );
          return { batch: run.key, ...outcome };
        } finally {
          void queryClient.invalidateQueries({ queryKey: [clientId] });
        }
      }}
      foresee={(rows, run) =>
        sendParts(parts(rows), run, async (part) =>
          outcomeOf(await call(views.readingPreview, { body: bodyOf(part) }), part),
        )
      }
      mostForeseen={MAX_PREVIEWED}
      conflictWords={words.conflicting}
    />
  );
}

/** Each call has the readings of one device. */
const serialOf = ({ fields }: GoodRow) => String(fields.serial);

const bodyOf = (rows: readonly GoodRow[]) => ({
  serial: String(rows[0]?.fields.serial),
  readings: rows.map(({ fields }) => {
    const { variable, date, value, depthCm } = ReadingRow.parse(fields);
    return { variable, date, value, depthCm: depthCm ?? null };
  }),
});

/** The answer with lines of the file. */
const outcomeOf = ({ errors, ...counts }: ImportReply, rows: readonly GoodRow[]): ImportOutcome => ({
  ...counts,
  errors: errors.map(({ row, message }) => ({ line: rows[row - 1]?.line ?? row, field: words.value, message })),
});
