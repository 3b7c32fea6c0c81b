import type { Monitor } from "@lamina/shared/telemetry";
import type { FieldErrors } from "../../../ui/form/issue-text.ts";
import { recordOptions } from "../records/data/options.ts";
import { recordView } from "../records/data/record-view.ts";
import { sectorName, sectorOptions } from "../records/data/sectors.ts";
import { SensorWeights } from "./sensor-weights.tsx";
import { text } from "./text.ts";
import { WEIGHT_TOLERANCE } from "./weights.ts";

/** Points of observation: sensors of a sector, weighted by depth, with their limits. */
export const monitorView = recordView<"monitor">({
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
  check: ({ weights, limits }) => ({ ...weightErrors(weights), ...limitErrors(limits) }),
  nameOf: ({ name }) => name,
  Below: SensorWeights,
});

function weightErrors(weights: Monitor["weights"]): FieldErrors {
  const sum = (weights ?? []).reduce((total, weight) => total + weight, 0);
  return weights === undefined || Math.abs(sum - 1) <= WEIGHT_TOLERANCE ? {} : { weights: text.weightsWrong };
}

function limitErrors(limits: Monitor["limits"]): FieldErrors {
  const given = (["low", "critical", "high"] as const).filter((limit) => limits?.[limit] !== undefined);
  const wrong = given.find((limit, index) => {
    const before = given[index - 1];
    return before !== undefined && (limits?.[limit] ?? 0) <= (limits?.[before] ?? 0);
  });
  return wrong ? { [`limits.${wrong}`]: text.limitsWrong } : {};
}
