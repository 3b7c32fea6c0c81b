import { entities } from "@lamina/shared/calls/entities";
import { DeviceFields } from "@lamina/shared/records/telemetry";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useSensorTypes } from "../../../core/sensor-types/use-sensor-types.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, type ImportRun, partsOf, sendParts } from "../importing/send-parts.ts";
import { recordOptions } from "../records/data/options.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

const words = text.device;
const DeviceInsert = entities.device.insert.body;

/** Imports devices from a file. Skips serial numbers that already exist. */
export function DeviceImport({ lists, ready }: ToolsProps) {
  const client = useSelectedClient();
  const { sensorTypes, selected } = useSensorTypes();
  // The selected type is the default of a row without one (readings, 8b).
  const schema = DeviceFields.extend({ sensorTypeId: DeviceFields.shape.sensorTypeId.default(selected?._id ?? "") });
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

  const named = (path: string) => fields.find((field) => field.path === path)?.label ?? path;

  async function insert(given: Readonly<Record<string, unknown>>, line: number): Promise<ImportOutcome> {
    try {
      await call(entities.device.insert, {
        body: DeviceInsert.parse({ ...schema.parse(given), clientId: client._id }),
      });
      return { inserted: 1, duplicate: 0, errors: [] };
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
      if (error.fields.some(({ field, id }) => field === "serial" && id === "unique"))
        return { inserted: 0, duplicate: 1, errors: [] };
      const errors = error.fields.map(({ field, message }) => ({ line, field: named(field), message: message ?? "" }));
      return { inserted: 0, duplicate: 0, errors };
    }
  }

  async function send(rows: readonly GoodRow[], run: ImportRun): Promise<ImportOutcome> {
    try {
      // Sent one by one, because the API has no call for several.
      return await sendParts(partsOf(rows, 1), run, ([row]) => insert(row?.fields ?? {}, row?.line ?? 0));
    } finally {
      void queryClient.invalidateQueries({ queryKey: [client._id] });
    }
  }

  return (
    <ImportButton
      // Waits for the device types, because without them every row would be an error.
      ready={ready && sensorTypes.length > 0}
      title={text.importDevices}
      reader={{ fields, schema, timeZone: () => DEFAULT_TIMEZONE }}
      send={send}
    />
  );
}
