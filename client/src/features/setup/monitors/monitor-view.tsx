import { checkMonitor } from "@lamina/shared/records/telemetry";
import { recordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { sectorName, sectorOptions } from "../records/data/sectors.ts";
import { FieldCapacityCard } from "./field-capacity-card.tsx";
import { SensorWeights } from "./sensor-weights.tsx";
import { text } from "./text.ts";

/** Soil monitors: sensors of a sector, weighted by depth, with their limits. */
export const monitorView: AnyScreenConfig = {
  entity: "monitor",
  icon: "soil",
  words: text.words,
  uses: ["pivotSector", "pivot", "sensor", "device", "soil", "farm"],
  columns: (lists) => [
    { key: "name", header: text.name, value: ({ name }) => name },
    { key: "sector", header: text.sector, value: ({ sectorId }) => sectorName(lists, sectorId), facet: true },
    {
      key: "depths",
      header: text.depths,
      unit: "cm",
      value: ({ sensorIds }) =>
        sensorIds
          .flatMap((id) => lists.find("sensor", id)?.depthCm ?? [])
          .sort((one, other) => one - other)
          .join(", "),
    },
    {
      key: "soil",
      header: text.soil,
      value: ({ soilId, sectorId }) =>
        lists.find("soil", soilId ?? lists.find("pivotSector", sectorId)?.soilId)?.name ?? null,
      facet: true,
    },
    {
      key: "sensors",
      header: text.sensorCount,
      kind: "number",
      decimals: 0,
      value: ({ sensorIds }) => sensorIds.length,
    },
    {
      key: "critical",
      header: text.critical,
      kind: "number",
      decimals: 1,
      value: ({ limits }) => limits?.critical ?? null,
    },
  ],
  groups: (lists) => [
    {
      title: text.identity,
      fields: [
        { path: "name", label: text.name },
        { path: "sectorId", label: text.sector, options: sectorOptions(lists) },
        {
          path: "soilId",
          label: text.soil,
          hint: text.soilHint,
          options: recordOptions(lists.of("soil"), ({ name }) => name),
        },
        { path: "lat", label: text.lat },
        { path: "lon", label: text.lon },
      ],
    },
    {
      title: text.limits,
      hint: text.limitsHint,
      fields: [
        { path: "limits.low", label: text.low },
        { path: "limits.critical", label: text.critical },
        { path: "limits.high", label: text.high },
      ],
    },
  ],
  check: checkMonitor,
  nameOf: ({ name }) => name,
  FormFooter: SensorWeights,
  SidePanel: ({ record }) => <FieldCapacityCard record={record} />,
} satisfies RecordScreenConfig<"monitor">;
