import { panelPercent } from "@lamina/shared/records/run-figures";
import type { ManagementRow } from "@lamina/shared/views/report";
import { type DataColumn, sum } from "../../ui/data-table/columns.ts";
import { Status, statusText } from "../../ui/feedback/status.tsx";
import { type Section, sectionName } from "./sections.ts";
import { text } from "./text.ts";

const words = text.columns;
type Amount<Row> = Omit<DataColumn<Row>, "kind" | "value"> & { value: (row: Row) => number | null };
const number = <Row,>(column: Amount<Row>): DataColumn<Row> => ({ ...column, kind: "number" });
/** An amount in mm that can be summed over days. */
const depth = <Row,>(key: string, header: string, value: Amount<Row>["value"]): DataColumn<Row> =>
  number({ key, header, unit: "mm", value, total: sum(value) });

/** The daily rows of domain, 6. */
export const dayColumns: readonly DataColumn<ManagementRow>[] = [
  { key: "date", header: words.date, kind: "day", value: ({ date }) => date },
  number({ key: "dae", header: words.dae, decimals: 0, value: ({ dae }) => dae }),
  { key: "stage", header: words.stage, value: ({ stage }) => text.stages[stage] ?? stage },
  number({ key: "kc", header: words.kc, decimals: 2, value: ({ kc }) => kc }),
  number({ key: "root", header: words.root, unit: "cm", value: ({ rootCm }) => rootCm }),
  depth("eto", words.eto, ({ eto }) => eto),
  depth("etc", words.etc, ({ etc }) => etc),
  number({ key: "ks", header: words.ks, decimals: 2, value: ({ ks }) => ks }),
  depth("etcAdj", words.etcAdj, ({ etcAdj }) => etcAdj),
  depth("rain", words.rain, ({ rain }) => rain),
  depth("rainEff", words.rainEff, ({ rainEff }) => rainEff),
  // A need is recommended every morning until it is met, so recommendations have no sum. The column `required` counts
  // new need only.
  number({ key: "recommended", header: words.recommended, unit: "mm", value: ({ recommendedMm }) => recommendedMm }),
  depth("required", words.required, ({ requiredMm }) => requiredMm),
  depth("applied", words.applied, ({ appliedMm }) => appliedMm),
  number({ key: "passes", header: words.passes, decimals: 0, value: ({ passes }) => passes ?? null }),
  number({
    key: "depthPerPass",
    header: words.depthPerPass,
    unit: "mm",
    value: ({ depthPerPassMm }) => depthPerPassMm ?? null,
  }),
  number({ key: "percent", header: words.percent, unit: "%", value: ({ percent }) => panelPercent(percent) }),
  number({ key: "revolution", header: words.revolution, unit: "h", value: ({ hoursRev }) => hoursRev }),
  number({ key: "taw", header: words.taw, unit: "mm", value: ({ taw }) => taw }),
  number({ key: "raw", header: words.raw, unit: "mm", value: ({ raw }) => raw }),
  number({ key: "dr", header: words.dr, unit: "mm", value: ({ dr }) => dr }),
  depth("dp", words.dp, ({ dp }) => dp),
  depth("adjusted", words.adjusted, ({ adjustedMm }) => adjustedMm),
  {
    key: "status",
    header: words.status,
    facet: true,
    value: ({ status }) => statusText[status],
    cell: ({ status }) => <Status kind={status} />,
  },
  { key: "origin", header: words.origin, facet: true, value: ({ origin }) => text.origins[origin] },
  { key: "note", header: words.note, value: ({ note }) => note },
];

/** An amount in mm of a sector. Not summed, because the areas differ. */
const water = (key: string, header: string, value: (section: Section) => number) =>
  number<Section>({ key, header, unit: "mm", value });

/** One row for each sector: what was applied, what was needed and its result first, then the rest of the balance. */
export const sectionColumns: readonly DataColumn<Section>[] = [
  { key: "sector", header: text.sector, value: sectionName },
  { key: "crop", header: text.head.crop, facet: true, value: ({ cropName }) => cropName },
  water("applied", words.applied, ({ totals }) => totals.appliedMm),
  water("required", words.required, ({ totals }) => totals.requiredMm),
  water("rain", words.rain, ({ totals }) => totals.rain),
  number({ key: "adequacy", header: text.indices.adequacy, unit: "%", value: ({ totals }) => totals.adequacyPct }),
  days("stressDays", text.indices.stressDays, ({ totals }) => totals.stressDays),
  number({
    key: "area",
    header: text.head.area,
    unit: "ha",
    value: ({ areaHa }) => areaHa,
    total: sum(({ areaHa }) => areaHa),
  }),
  { key: "farm", header: text.farm, facet: true, value: ({ farmName }) => farmName },
  water("etcAdj", words.etcAdj, ({ totals }) => totals.etcAdj),
  water("rainEff", words.rainEff, ({ totals }) => totals.rainEff),
  water("dp", words.dp, ({ totals }) => totals.dp),
  number({
    key: "efficiency",
    header: text.indices.efficiency,
    unit: "%",
    value: ({ totals }) => totals.efficiencyPct,
  }),
  days("excessDays", text.indices.excessDays, ({ totals }) => totals.excessDays),
  water("stressLoss", text.indices.stressLoss, ({ totals }) => totals.stressLossMm),
];

function days(key: string, header: string, value: (section: Section) => number): DataColumn<Section> {
  return number({ key, header, decimals: 0, value, total: sum(value) });
}
