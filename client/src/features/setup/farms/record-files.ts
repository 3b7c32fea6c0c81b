import { checkFarm, checkPivot, FarmFields, PivotFields, PivotSectorFields } from "@lamina/shared/records/farm";
import { unusualFarm, unusualPivot } from "@lamina/shared/records/unusual";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import type { RecordFile } from "../importing/records/record-file.ts";
import { recordOptions, wordOptions } from "../records/data/options.ts";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { pivotOptions } from "../records/data/sectors.ts";
import { text as setup } from "../text.ts";
import { withDegrees } from "./pivots/utm-columns.ts";
import { text } from "./text.ts";

/** Farms as a table. Outlines and lines go in and out by maps. */
export const farmFile = (): RecordFile => ({
  kind: "farm",
  identity: ["name"],
  schema: FarmFields.omit({ boundary: true, lines: true, stationDeviceId: true }),
  fields: [
    { path: "name", label: text.farm.name, names: /^(fazenda|propriedade)$/ },
    { path: "city", label: text.farm.city, names: /^municipio$/ },
    { path: "state", label: text.farm.state, names: /^estado$/ },
    { path: "lat", label: text.farm.lat, names: /^lat/ },
    { path: "lon", label: text.farm.lon, names: /^(lon|lng)/ },
    { path: "altitude", label: text.farm.altitude, names: /^(alt|elevacao)/ },
    { path: "areaHa", label: text.farm.area, names: /^area/ },
    { path: "timezone", label: text.farm.timezone, options: wordOptions(setup.timezones), once: true },
  ],
  check: (row) => fieldErrors(checkFarm(row)),
  unusual: (row) => fieldErrors(unusualFarm(row)),
});

/** Machines as a table, with their ground. */
export function pivotFile(lists: RelatedRecords): RecordFile {
  const words = text.pivot;
  return {
    kind: "pivot",
    identity: ["name", "farmId"],
    schema: PivotFields.omit({ gaugeDeviceId: true }),
    fields: [
      { path: "name", label: words.name, names: /^(pivot?|equipamento|sistema)$/ },
      { path: "farmId", label: words.farm, options: recordOptions(lists.of("farm"), ({ name }) => name), once: true },
      { path: "kind", label: words.kind, options: wordOptions(words.kinds), once: true },
      { path: "lat", label: text.farm.lat, names: /^lat/ },
      { path: "lon", label: text.farm.lon, names: /^(lon|lng)/ },
      { path: "radiusM", label: words.radius, names: /^(raio|length|comprimento)/, except: /torre|tower/ },
      { path: "lastTowerM", label: words.lastTower, names: /^(raio|dist\w*).*(ultima torre|last tower)/ },
      { path: "angleStart", label: words.angleStart },
      { path: "angleEnd", label: words.angleEnd },
      { path: "areaHa", label: words.area, names: /^area/ },
      { path: "flowM3h", label: words.flow, names: /^(vazao|flow)/ },
      { path: "speed100MH", label: words.speed100, names: /^velocidade.*(torre|100)/ },
      { path: "time100H", label: words.time100, names: /^(tempo|volta).*100/ },
      { path: "depth100Mm", label: words.depth100, names: /^lamina.*100/ },
      { path: "minPercent", label: words.minPercent },
      { path: "maxHoursDay", label: words.maxHours },
      { path: "efficiencyPct", label: words.efficiency, names: /^(eficiencia|ea)\b/ },
      { path: "cucPct", label: words.cuc, names: /^cuc/ },
      { path: "cucDate", label: words.cucDate },
      { path: "pumpKw", label: words.pump, names: /^(potencia|power)/ },
      { path: "wettedWidthM", label: words.wettedWidth },
      { path: "slopePct", label: words.slope },
      { path: "maxPassMm", label: words.maxPass },
      { path: "speedBySector", label: words.speedBySector },
      { path: "speedRows", label: words.speedRows },
      {
        path: "waterSourceId",
        label: words.waterSource,
        options: recordOptions(lists.of("waterSource"), ({ name }) => name),
      },
    ],
    arrange: (cells) =>
      withDegrees(
        cells,
        lists.of("farm").map(({ lat, lon }) => [lat, lon] as const),
      ),
    check: (row) => fieldErrors(checkPivot(row)),
    unusual: (row) => fieldErrors(unusualPivot(row)),
  };
}

/** Sectors as a table. */
export function sectorFile(lists: RelatedRecords): RecordFile {
  const words = text.sectorPart;
  return {
    kind: "pivotSector",
    identity: ["name", "pivotId"],
    schema: PivotSectorFields.omit({ gaugeDeviceId: true }),
    fields: [
      { path: "pivotId", label: words.pivot, options: pivotOptions(lists), once: true },
      { path: "name", label: words.name, names: /^setor$/ },
      {
        path: "soilId",
        label: words.soil,
        options: recordOptions(lists.of("soil"), ({ name }) => name),
        once: true,
      },
      { path: "angleStart", label: words.angleStart },
      { path: "angleEnd", label: words.angleEnd },
      { path: "areaHa", label: words.areaLabel, names: /^area/ },
    ],
  };
}
