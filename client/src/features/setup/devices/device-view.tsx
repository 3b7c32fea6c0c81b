import type { SensorType } from "@lamina/shared/records/sensor-type";
import { Age } from "../../../ui/feedback/age.tsx";
import { NO_VALUE } from "../../../ui/format.ts";
import { counted } from "../records/data/dependents.ts";
import { onlyOne, recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { DeviceAside } from "./device-aside.tsx";
import { DeviceImport } from "./device-import.tsx";
import { text } from "./text.ts";

const words = text.device;
/** Of columns that an import reads, hidden on the screen. */
const inFilesOnly = { optional: true, inFiles: true } as const;

/** Devices with their reported data. Their types are a parameter, because they do not belong to the client. */
export function deviceView(types: readonly SensorType[], selected: SensorType | undefined): AnyScreenConfig {
  const typeName = (id: string) => types.find(({ _id }) => _id === id)?.name ?? id;
  return {
    entity: "device",
    icon: "sensor",
    words: words.words,
    uses: ["farm", "pivot", "sensor"],
    columns: (lists) => [
      {
        key: "name",
        header: words.name,
        value: ({ name, serial }) => name ?? serial,
        fileValue: ({ name }) => name ?? null,
        inFiles: true,
      },
      { key: "serial", header: words.serial, value: ({ serial }) => serial, inFiles: true },
      { key: "state", header: words.state, value: ({ state }) => words.states[state], facet: true },
      {
        key: "type",
        header: words.type,
        value: ({ sensorTypeId }) => typeName(sensorTypeId),
        facet: true,
        inFiles: true,
      },
      {
        key: "farm",
        header: words.farm,
        value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null,
        facet: true,
        inFiles: true,
      },
      {
        key: "lastSeen",
        header: words.lastSeen,
        kind: "moment",
        value: ({ lastSeen }) => (lastSeen ? Date.parse(lastSeen) : null),
        timeZone: ({ farmId }) => lists.find("farm", farmId)?.timezone,
        cell: ({ lastSeen, farmId }) =>
          lastSeen ? <Age at={lastSeen} timeZone={lists.find("farm", farmId)?.timezone} /> : NO_VALUE,
      },
      {
        key: "battery",
        header: words.battery,
        unit: "%",
        kind: "number",
        value: ({ batteryPct }) => batteryPct ?? null,
      },
      {
        key: "signal",
        header: words.signal,
        unit: "dBm",
        kind: "number",
        decimals: 0,
        value: ({ rssiDbm }) => rssiDbm ?? null,
        optional: true,
      },
      { key: "model", header: words.model, value: ({ model }) => model ?? null, ...inFilesOnly },
      { key: "lat", header: words.lat, kind: "number", value: ({ lat }) => lat ?? null, ...inFilesOnly },
      { key: "lon", header: words.lon, kind: "number", value: ({ lon }) => lon ?? null, ...inFilesOnly },
      { key: "height", header: words.height, kind: "number", value: ({ heightM }) => heightM ?? null, ...inFilesOnly },
      { key: "interval", header: words.interval, kind: "number", value: (one) => one.intervalMin, ...inFilesOnly },
    ],
    groups: (lists) => [
      {
        title: words.identity,
        fields: [
          { path: "name", label: words.name },
          { path: "serial", label: words.serial, hint: words.serialHint },
          {
            path: "sensorTypeId",
            label: words.type,
            options: types.map(({ _id, name }) => ({ value: _id, label: name ?? _id })),
          },
          { path: "model", label: words.model },
        ],
      },
      {
        title: words.place,
        fields: [
          { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name) },
          {
            path: "pivotId",
            label: words.pivot,
            hint: words.pivotHint,
            options: recordOptions(lists.of("pivot"), ({ name }) => name),
          },
          { path: "lat", label: words.lat },
          { path: "lon", label: words.lon },
          { path: "heightM", label: words.height, hint: words.heightHint },
          { path: "intervalMin", label: words.interval },
          { path: "clockShiftMin", label: words.clockShift, hint: words.clockShiftHint },
          { path: "maintenance", label: words.maintenance, wide: true },
        ],
      },
    ],
    start: (lists) => {
      // The selected type is the default of the type field (readings, 8b).
      const type = selected ? { sensorTypeId: selected._id } : {};
      const farmId = onlyOne(lists.of("farm"));
      return farmId ? { ...type, farmId } : type;
    },
    notCopied: ["serial"],
    dependents: ({ _id }, lists) =>
      counted([
        [lists.of("sensor").filter(({ deviceId }) => deviceId === _id).length, words.sensorOne, words.sensorMany],
      ]),
    nameOf: ({ name, serial }) => name ?? serial,
    timeZone: ({ farmId }, lists) => lists.find("farm", farmId)?.timezone,
    SidePanel: DeviceAside,
    Tools: DeviceImport,
  } satisfies RecordScreenConfig<"device">;
}
