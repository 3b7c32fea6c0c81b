import { checkSensor } from "@lamina/shared/records/telemetry";
import { unusualSensor } from "@lamina/shared/records/unusual";
import { counted } from "../records/data/dependents.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { CalibrationPreview } from "./calibration-preview.tsx";
import { ReadingImport } from "./reading-import.tsx";
import { sensorName } from "./sensor-name.ts";
import { text } from "./text.ts";

const words = text.sensor;

/** Sensors of devices, and their calibrations. */
export const sensorView: AnyScreenConfig = {
  entity: "sensor",
  icon: "gauge",
  words: words.words,
  uses: ["device", "monitor", "farm"],
  columns: (lists) => [
    { key: "name", header: words.words.one, value: (sensor) => sensorName(sensor) },
    {
      key: "device",
      header: words.device,
      value: ({ deviceId }) => {
        const device = lists.find("device", deviceId);
        return device ? (device.name ?? device.serial) : null;
      },
      facet: true,
    },
    { key: "unit", header: words.unit, value: ({ unit }) => unit },
    { key: "variable", header: words.variable, value: ({ variable }) => text.variables[variable], facet: true },
    {
      key: "depth",
      header: words.depth,
      unit: "cm",
      kind: "number",
      decimals: 0,
      value: ({ depthCm }) => depthCm ?? null,
    },
    { key: "a", header: "a", kind: "number", decimals: 3, value: ({ calibA }) => calibA },
    { key: "b", header: "b", kind: "number", decimals: 3, value: ({ calibB }) => calibB },
  ],
  groups: (lists) => [
    {
      title: words.identity,
      fields: [
        {
          path: "deviceId",
          label: words.device,
          options: recordOptions(lists.of("device"), ({ name, serial }) => (name ? `${name} (${serial})` : serial)),
        },
        { path: "variable", label: words.variable, options: wordOptions(text.variables) },
        { path: "unit", label: words.unit },
        { path: "depthCm", label: words.depth },
        { path: "distrusted", label: words.distrusted, hint: words.distrustedHint },
      ],
    },
    {
      title: words.calibration,
      hint: words.calibrationHint,
      fields: [
        { path: "calibA", label: words.a },
        { path: "calibB", label: words.b },
      ],
    },
  ],
  unusual: unusualSensor,
  check: checkSensor,
  dependents: ({ _id }, lists) =>
    counted([
      [
        lists.of("monitor").filter(({ sensorIds }) => sensorIds.includes(_id)).length,
        words.monitorOne,
        words.monitorMany,
      ],
    ]),
  nameOf: (sensor, lists) => {
    const device = lists.find("device", sensor.deviceId);
    return device ? `${device.name ?? device.serial} · ${sensorName(sensor)}` : sensorName(sensor);
  },
  FormFooter: CalibrationPreview,
  Tools: ReadingImport,
} satisfies RecordScreenConfig<"sensor">;
