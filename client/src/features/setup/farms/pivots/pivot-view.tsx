import { checkPivot } from "@lamina/shared/records/farm";
import { unusualPivot } from "@lamina/shared/records/unusual";
import type { FieldGroup } from "../../../../ui/form/field-spec.ts";
import { FileTools } from "../../importing/records/file-tools.tsx";
import { RecordFiles } from "../../importing/records/record-files.tsx";
import { counted, countOf, onSectors, sectorsOn } from "../../records/data/dependents.ts";
import { onlyOne, recordOptions, wordOptions } from "../../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig, RelatedRecords } from "../../records/data/screen-config.ts";
import { DEFAULT_TIMEZONE } from "../../records/data/time-zone.ts";
import { gaugeOptions } from "../gauge-options.ts";
import { MapTools } from "../maps/map-tools.tsx";
import { pivotFile } from "../record-files.ts";
import { text } from "../text.ts";
import { pivotFigures } from "./pivot-arithmetic.ts";
import { PivotCalibrations } from "./pivot-calibrations.tsx";
import { copiedSectors, nextName } from "./pivot-copy.tsx";
import { asksFarm, farmField, lastFarm } from "./pivot-farm.ts";
import { PivotLand } from "./pivot-land.tsx";
import { PivotSectors } from "./pivot-sectors.tsx";
import { PivotSplit, splitRecords } from "./pivot-split.tsx";
import { UniformityField } from "./uniformity-field.tsx";

const words = text.pivot;

/** The number of permits that name this pivot alone: the API ends them with it. */
const permitsOnly = (pivotId: string, lists: RelatedRecords) =>
  lists.of("waterPermit").filter(({ pivotIds }) => pivotIds.length === 1 && pivotIds[0] === pivotId).length;

/** Hidden on the screen, with all digits in files. */
const IN_FILES = { optional: true, inFiles: true } as const;

const adviceLimits: FieldGroup = {
  title: words.advice,
  hint: words.adviceHint,
  fields: [
    { path: "wettedWidthM", label: words.wettedWidth, hint: words.wettedWidthHint },
    { path: "slopePct", label: words.slope, hint: words.slopeHint },
    { path: "maxPassMm", label: words.maxPass, hint: words.maxPassHint },
    { path: "speedBySector", label: words.speedBySector, hint: words.speedBySectorHint },
    { path: "speedRows", label: words.speedRows, hint: words.speedRowsHint },
  ],
};

/** Pivots and other systems: geometry, machine, and uniformity. */
export const pivotView: AnyScreenConfig = {
  entity: "pivot",
  icon: "pivot",
  words: words.words,
  uses: [
    "farm",
    "pivotSector",
    "machineCalibration",
    "waterSource",
    "season",
    "monitor",
    "device",
    "sensor",
    "soil",
    "crop",
    "waterPermit",
  ],
  columns: (lists) => [
    { key: "name", header: words.name, value: ({ name }) => name },
    {
      key: "farm",
      header: words.farm,
      value: ({ farmId }) => lists.find("farm", farmId)?.name ?? null,
      facet: true,
    },
    {
      key: "area",
      header: words.area,
      unit: "ha",
      kind: "number",
      value: (pivot) => pivot.areaHa ?? pivotFigures(pivot).areaHa ?? null,
    },
    { key: "kind", header: words.kind, value: ({ kind }) => words.kinds[kind], facet: true },
    { key: "flow", header: words.flow, unit: "m³/h", kind: "number", value: ({ flowM3h }) => flowM3h },
    {
      key: "depth",
      header: words.depth100,
      unit: "mm",
      kind: "number",
      value: (pivot) => pivot.depth100Mm ?? pivotFigures(pivot).depth100Mm ?? null,
    },
    { key: "ea", header: "Ea", unit: "%", kind: "number", value: ({ efficiencyPct }) => efficiencyPct },
    { key: "cuc", header: "CUC", unit: "%", kind: "number", value: ({ cucPct }) => cucPct ?? null },
    { key: "radius", header: words.radius, unit: "m", kind: "number", value: ({ radiusM }) => radiusM, ...IN_FILES },
    { key: "lat", header: text.farm.lat, unit: "°", kind: "number", value: ({ lat }) => lat, ...IN_FILES },
    { key: "lon", header: text.farm.lon, unit: "°", kind: "number", value: ({ lon }) => lon, ...IN_FILES },
    {
      key: "from",
      header: words.angleStart,
      unit: "°",
      kind: "number",
      value: (pivot) => pivot.angleStart,
      ...IN_FILES,
    },
    { key: "to", header: words.angleEnd, unit: "°", kind: "number", value: (pivot) => pivot.angleEnd, ...IN_FILES },
    {
      key: "sectors",
      header: words.sectorCount,
      kind: "number",
      decimals: 0,
      value: ({ _id }) => countOf(lists, "pivotSector", ({ pivotId }) => pivotId === _id),
      optional: true,
    },
  ],
  groups: (lists, record) => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        ...(asksFarm(lists, record) ? [] : [farmField(lists)]),
        { path: "kind", label: words.kind, options: wordOptions(words.kinds) },
        {
          path: "waterSourceId",
          label: words.waterSource,
          hint: words.waterSourceHint,
          options: recordOptions(lists.of("waterSource"), ({ name }) => name),
        },
        {
          path: "gaugeDeviceId",
          label: text.gauge.label,
          hint: text.gauge.ofPivot,
          options: gaugeOptions(lists, record?.farmId),
        },
      ],
    },
    {
      title: words.geometry,
      hint: words.angleHint,
      fields: [
        { path: "lat", label: text.farm.lat },
        { path: "lon", label: text.farm.lon },
        { path: "radiusM", label: words.radius },
        { path: "lastTowerM", label: words.lastTower, hint: words.lastTowerHint },
        { path: "angleStart", label: words.angleStart },
        { path: "angleEnd", label: words.angleEnd },
        { path: "areaHa", label: words.area },
      ],
    },
    {
      title: words.machine,
      fields: [
        { path: "flowM3h", label: words.flow },
        { path: "speed100MH", label: words.speed100, hint: words.speed100Hint },
        { path: "time100H", label: words.time100 },
        { path: "depth100Mm", label: words.depth100 },
        { path: "minPercent", label: words.minPercent },
        { path: "maxHoursDay", label: words.maxHours },
        { path: "pumpKw", label: words.pump },
      ],
    },
    {
      title: words.application,
      fields: [
        { path: "efficiencyPct", label: words.efficiency },
        { path: "cucPct", label: words.cuc, widget: UniformityField, wide: false },
        { path: "cucDate", label: words.cucDate, hint: words.cucHint },
      ],
    },
    // All have defaults, so a new pivot does not ask for them.
    ...(record ? [adviceLimits] : []),
  ],
  start: (lists) => {
    const farmId = onlyOne(lists.of("farm")) ?? lastFarm(lists);
    const name = nextName(lists.of("pivot").map((pivot) => pivot.name));
    return { name, kind: "pivot", efficiencyPct: 85, ...(farmId && { farmId }) };
  },
  check: checkPivot,
  unusual: unusualPivot,
  dependents: ({ _id }, lists) => {
    const sectors = sectorsOn(lists, new Set([_id]));
    return counted([
      [sectors.size, text.sector, text.sectors],
      [onSectors(lists, "season", sectors), text.seasonOne, text.seasonMany],
      [onSectors(lists, "monitor", sectors), text.monitorOne, text.monitorMany],
      [permitsOnly(_id, lists), words.permitOne, words.permitMany],
    ]);
  },
  nameOf: ({ name }) => name,
  timeZone: ({ farmId }, lists) => lists.find("farm", farmId)?.timezone,
  Tools: (props) => (
    <FileTools inSight={props.lists.of("pivot").length === 0}>
      <MapTools {...props} />
      <RecordFiles {...props} file={pivotFile(props.lists)} title={text.parts.pivos} />
    </FileTools>
  ),
  FormHeader: PivotLand,
  FormFooter: PivotSplit,
  SidePanel: (props) => (
    <>
      <PivotSectors {...props} />
      <PivotCalibrations {...props} />
    </>
  ),
  copyInput: copiedSectors,
  related: (pivot, values, lists) =>
    splitRecords(pivot, values, lists.find("farm", pivot.farmId)?.timezone ?? DEFAULT_TIMEZONE),
} satisfies RecordScreenConfig<"pivot">;
