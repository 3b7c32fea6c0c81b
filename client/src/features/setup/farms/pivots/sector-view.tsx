import { sectorArea } from "@lamina/agronomy/machine/system";
import { unusualSector } from "@lamina/shared/records/unusual";
import { RecordFiles } from "../../importing/records/record-files.tsx";
import { counted, onSectors } from "../../records/data/dependents.ts";
import { onlyOne, recordOptions } from "../../records/data/options.ts";
import type {
  AnyScreenConfig,
  RecordOf,
  RecordScreenConfig,
  RelatedRecords,
} from "../../records/data/screen-config.ts";
import { gaugeOptions } from "../gauge-options.ts";
import { sectorFile } from "../record-files.ts";
import { text } from "../text.ts";
import { SectorLand } from "./sector-land.tsx";

const words = text.sectorPart;

/** Sectors: the parts of a pivot, each with its own balance. */
export const sectorView: AnyScreenConfig = {
  entity: "pivotSector",
  icon: "pivot",
  words: words.words,
  uses: ["pivot", "soil", "farm", "season", "monitor", "device", "sensor"],
  columns: (lists) => [
    {
      key: "pivot",
      header: words.pivot,
      value: ({ pivotId }) => lists.find("pivot", pivotId)?.name ?? null,
      facet: true,
    },
    { key: "name", header: words.name, value: ({ name }) => name },
    { key: "soil", header: words.soil, value: ({ soilId }) => lists.find("soil", soilId)?.name ?? null, facet: true },
    { key: "from", header: words.angleStart, unit: "°", kind: "number", value: ({ angleStart }) => angleStart },
    { key: "to", header: words.angleEnd, unit: "°", kind: "number", value: ({ angleEnd }) => angleEnd },
    ...(["lat", "lon", "radiusM"] as const).map((key) => ({
      ...{ key, header: { lat: text.farm.lat, lon: text.farm.lon, radiusM: text.pivot.radius }[key] },
      ...{ unit: key === "radiusM" ? "m" : "°", kind: "number" as const, optional: true, inFiles: true },
      value: ({ pivotId }: RecordOf<"pivotSector">) => lists.find("pivot", pivotId)?.[key] ?? null,
    })),
    { key: "area", header: words.areaLabel, unit: "ha", kind: "number", value: (sector) => areaOf(sector, lists) },
  ],
  groups: (lists, record) => [
    {
      title: words.identity,
      fields: [
        { path: "pivotId", label: words.pivot, options: recordOptions(lists.of("pivot"), ({ name }) => name) },
        { path: "name", label: words.name },
        { path: "soilId", label: words.soil, options: recordOptions(lists.of("soil"), ({ name }) => name) },
        { path: "angleStart", label: words.angleStart },
        { path: "angleEnd", label: words.angleEnd },
        { path: "areaHa", label: words.areaLabel },
        {
          path: "gaugeDeviceId",
          label: text.gauge.label,
          hint: text.gauge.ofSector,
          options: gaugeOptions(lists, lists.find("pivot", record?.pivotId ?? "")?.farmId),
        },
      ],
    },
  ],
  // The sectors of a pivot are listed together, in the direction of its travel.
  order: (one, other, lists) => {
    const pivotOf = ({ pivotId }: { pivotId: string }) => lists.find("pivot", pivotId)?.name ?? "";
    return pivotOf(one).localeCompare(pivotOf(other), "pt-BR", { numeric: true }) || one.angleStart - other.angleStart;
  },
  start: (lists) => {
    const [pivotId, soilId] = [onlyOne(lists.of("pivot")), onlyOne(lists.of("soil"))];
    return { angleStart: 0, angleEnd: 360, ...(pivotId && { pivotId }), ...(soilId && { soilId }) };
  },
  unusual: unusualSector,
  dependents: ({ _id }, lists) => {
    const sector = new Set([_id]);
    return counted([
      [onSectors(lists, "season", sector), text.seasonOne, text.seasonMany],
      [onSectors(lists, "monitor", sector), text.monitorOne, text.monitorMany],
    ]);
  },
  nameOf: ({ name, pivotId }, lists) => {
    const pivot = lists.find("pivot", pivotId);
    return pivot ? `${pivot.name} · ${name}` : name;
  },
  Tools: (props) => <RecordFiles {...props} file={sectorFile(props.lists)} title={words.words.many} />,
  FormHeader: SectorLand,
} satisfies RecordScreenConfig<"pivotSector">;

/** The area of a sector in ha, computed when none is given; null without its pivot. */
export function areaOf(sector: RecordOf<"pivotSector">, lists: RelatedRecords): number | null {
  const pivot = lists.find("pivot", sector.pivotId);
  return pivot ? sectorArea(sector, pivot) : (sector.areaHa ?? null);
}
