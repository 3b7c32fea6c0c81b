import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { readingReader } from "./reading-reader.ts";
import { foreseeReadings, sendReadings } from "./send-readings.ts";
import { text } from "./text.ts";

const words = text.reading;
/** A comparison reads an index alone, so that the readings of a season are compared in some seconds. */
const MOST_FORESEEN = 20_000;

/** Lists of which a reader of readings is built. */
const USED = ["device", "sensor", "farm"] as const;
const startWorker = () => new Worker(new URL("./reading-worker.ts", import.meta.url), { type: "module" });

/** Imports readings from a file through the devices' call. A reading that already exists is not stored twice. */
export function ReadingImport({ lists, ready }: ToolsProps) {
  const { _id: clientId } = useSelectedClient();
  return (
    <ImportButton
      ready={ready}
      title={words.title}
      reader={readingReader(lists)}
      worker={{ start: startWorker, lists: new Map(USED.map((kind) => [kind, lists.of(kind)])) }}
      send={(rows, run) =>
        sendReadings(rows, run).finally(() => void queryClient.invalidateQueries({ queryKey: [clientId] }))
      }
      foresee={foreseeReadings}
      mostForeseen={MOST_FORESEEN}
      conflictWords={words.conflicting}
    />
  );
}
