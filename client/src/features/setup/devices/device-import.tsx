import { entities } from "@lamina/shared/calls/entities";
import { DeviceFields } from "@lamina/shared/records/telemetry";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { useSensorTypes } from "../../../core/sensor-types/use-sensor-types.ts";
import { ImportButton } from "../importing/import-button.tsx";
import type { GoodRow } from "../importing/import-rows.ts";
import { type ImportOutcome, type ImportRun, partsOf, sendParts } from "../importing/send-parts.ts";
import { recordOptions } from "../records/data/options.ts";
import type { ToolsProps } from "../records/data/screen-config.ts";
import { sameValue } from "../records/data/shown-value.ts";
import { DEFAULT_TIMEZONE } from "../records/data/time-zone.ts";
import { text } from "./text.ts";

const words = text.device;
const NOTHING: ImportOutcome = { inserted: 0, duplicate: 0, changed: 0, conflicting: 0, errors: [] };
const DeviceInsert = entities.device.insert.body;

/** Imports devices from a file. A row of a known serial number changes that device where it differs. */
export function DeviceImport({ lists, ready }: ToolsProps) {
  const client = useSelectedClient();
  const { can } = useRights();
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

  async function insert(fields: Readonly<Record<string, unknown>>, line: number): Promise<ImportOutcome> {
    const device = lists.of("device").find(({ serial }) => serial === fields.serial);
    const change =
      device && Object.fromEntries(Object.entries(fields).filter(([name, value]) => !sameValue(device[name], value)));
    const [differs] = Object.keys(change ?? {});
    if (device && differs === undefined) return { ...NOTHING, duplicate: 1 };
    if (differs !== undefined && !can("device", "edit"))
      return { ...NOTHING, errors: [{ line, field: named(differs), message: text.storedDifferently }] };
    try {
      if (device && change) {
        await call(entities.device.update, { body: { ...change, _id: device._id } });
        return { ...NOTHING, changed: 1 };
      }
      await call(entities.device.insert, {
        body: DeviceInsert.parse({ ...schema.parse(fields), clientId: client._id }),
      });
      return { ...NOTHING, inserted: 1 };
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
      if (error.fields.some(({ field, id }) => field === "serial" && id === "unique"))
        return { ...NOTHING, duplicate: 1 };
      const errors = error.fields.map(({ field, message }) => ({ line, field: named(field), message: message ?? "" }));
      return { ...NOTHING, errors };
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
