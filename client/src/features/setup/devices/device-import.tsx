import { ApiError } from "../../../api/error.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useSensorTypes } from "../../../core/sensor-types/use-sensor-types.ts";
import { ImportButton, type ImportOutcome } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { recordOptions } from "../records/options.ts";
import { factsOf, type Lists } from "../records/record-view.ts";
import { insertRecord } from "../records/writes.ts";
import { text } from "./text.ts";

const words = text.device;

/** Devices from a file. A serial number that is there already is not a second device. */
export function DeviceImport({ lists }: { lists: Lists }) {
  const client = useSelectedClient();
  const { sensorTypes } = useSensorTypes();
  const fields = [
    { path: "serial", label: words.serial },
    { path: "name", label: words.name },
    {
      path: "sensorTypeId",
      label: words.type,
      options: sensorTypes.map(({ _id, name }) => ({ value: _id, label: name ?? _id })),
    },
    { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
    { path: "model", label: words.model },
    { path: "lat", label: words.lat },
    { path: "lon", label: words.lon },
    { path: "heightM", label: words.height },
    { path: "intervalMin", label: words.interval },
  ];

  async function send(rows: readonly GoodRow[]): Promise<ImportOutcome> {
    const outcome = { inserted: 0, duplicate: 0, errors: [] as ImportOutcome["errors"][number][] };
    for (const { line, fields: given } of rows) {
      try {
        await insertRecord(client._id, "device", given);
        outcome.inserted++;
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
        if (error.fields.some(({ field, id }) => field === "serial" && id === "unique")) outcome.duplicate++;
        else
          for (const { field, message } of error.fields)
            outcome.errors.push({
              line,
              field: fields.find(({ path }) => path === field)?.label ?? field,
              message: message ?? "",
            });
      }
    }
    return outcome;
  }

  return (
    <ImportButton
      title={text.importDevices}
      reader={{ fields, schema: factsOf("device").fields, timeZone: "America/Sao_Paulo" }}
      send={send}
    />
  );
}
