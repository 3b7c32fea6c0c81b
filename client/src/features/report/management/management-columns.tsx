import { subsoilMm } from "@lamina/shared/records/balance";
import { panelPercent } from "@lamina/shared/records/run-figures";
import { outOfServiceNames, statusNames } from "@lamina/shared/records/text";
import type { ManagementRow } from "@lamina/shared/views/report";
import { areaOf } from "@lamina/shared/views/report-totals";
import { Status } from "../../../field/status.tsx";
import { type DataColumn, sum } from "../../../ui/data-table/columns.ts";
import { formatNumber, NO_VALUE } from "../../../ui/format.ts";
import { text } from "../text.ts";
import type { Earlier, EarlierOf } from "./earlier.ts";
import type { Result } from "./result.ts";
import { type Section, sectionKey, sectionName } from "./sections.ts";

const words = text.columns;
type Amount<Row> = Omit<DataColumn<Row>, "kind" | "value"> & { value: (row: Row) => number | null };
const number = <Row,>(column: Amount<Row>): DataColumn<Row> => ({ ...column, kind: "number" });
/** An amount in mm that can be summed over days. */
const depth = <Row,>(key: string, header: string, value: Amount<Row>["value"]): DataColumn<Row> =>
  number({ key, header, unit: "mm", value, total: sum(value) });

/** R$ of a day, rounded as on the card. An unknown amount gives the reason. */
const cost = (key: string, header: string, value: (row: ManagementRow) => number | null | undefined) =>
  number<ManagementRow>({
    key,
    header,
    unit: "R$",
    decimals: 0,
    value: (row) => value(row) ?? null,
    cell: (row) => {
      const brl = value(row) ?? null;
      return brl === null ? <span title={text.noCost}>{NO_VALUE}</span> : formatNumber(brl, 0);
    },
  });

/** Why a day's machine could not run, beside what it applied. */
const outOfService: DataColumn<ManagementRow> = {
  key: "outOfService",
  header: words.outOfService,
  facet: true,
  value: (row) => (row.outOfService ? outOfServiceNames[row.outOfService] : null),
};

/** The columns of these days; where a machine was out of service, its reason is beside the water that it did not apply. */
export const dayColumnsOf = (rows: readonly ManagementRow[]): readonly DataColumn<ManagementRow>[] =>
  rows.some((row) => row.outOfService)
    ? dayColumns.flatMap((column) => (column.key === "applied" ? [column, outOfService] : [column]))
    : dayColumns;

/** The daily rows of domain, 6: what a decision needs first, then the rest of the balance. */
export const dayColumns: readonly DataColumn<ManagementRow>[] = [
  { key: "date", header: words.date, kind: "day", value: ({ date }) => date },
  depth("applied", words.applied, ({ appliedMm }) => appliedMm),
  depth("required", words.required, ({ requiredMm }) => requiredMm),
  depth("rain", words.rain, ({ rain }) => rain),
  depth("etcAdj", words.etcAdj, ({ etcAdj }) => etcAdj),
  number({ key: "dr", header: words.dr, unit: "mm", value: ({ dr }) => dr }),
  number({ key: "raw", header: words.raw, unit: "mm", value: ({ raw }) => raw }),
  {
    key: "status",
    header: words.status,
    facet: true,
    value: ({ status }) => statusNames[status],
    cell: ({ status }) => <Status kind={status} />,
  },
  number({ key: "dae", header: words.dae, decimals: 0, value: ({ dae }) => dae }),
  { key: "stage", header: words.stage, value: ({ stage }) => text.stages[stage] ?? stage },
  number({ key: "kc", header: words.kc, decimals: 2, value: ({ kc }) => kc }),
  number({ key: "root", header: words.root, unit: "cm", value: ({ rootCm }) => rootCm }),
  depth("eto", words.eto, ({ eto }) => eto),
  depth("etc", words.etc, ({ etc }) => etc),
  number({ key: "ks", header: words.ks, decimals: 2, value: ({ ks }) => ks }),
  depth("rainEff", words.rainEff, ({ rainEff }) => rainEff),
  // A need is recommended every morning until it is met, so recommendations and their costs have no sum. The columns
  // `required` and `requiredCost` count new need only.
  number({ key: "recommended", header: words.recommended, unit: "mm", value: ({ recommendedMm }) => recommendedMm }),
  number({ key: "passes", header: words.passes, decimals: 0, value: ({ passes }) => passes ?? null }),
  number({
    key: "depthPerPass",
    header: words.depthPerPass,
    unit: "mm",
    value: ({ depthPerPassMm }) => depthPerPassMm ?? null,
  }),
  number({ key: "percent", header: words.percent, unit: "%", value: ({ percent }) => panelPercent(percent) }),
  number({ key: "revolution", header: words.revolution, unit: "h", value: ({ hoursRev }) => hoursRev }),
  cost("cost", words.cost, ({ recommendedBrl }) => recommendedBrl),
  { ...cost("costToday", words.costToday, ({ recommendedTodayBrl }) => recommendedTodayBrl), optional: true },
  {
    key: "waitUntil",
    header: words.waitUntil,
    kind: "day",
    value: ({ waitUntil }) => waitUntil ?? null,
    optional: true,
  },
  {
    ...number<ManagementRow>({
      key: "otherwise",
      header: words.otherwise,
      unit: "mm",
      value: ({ otherwiseMm }) => otherwiseMm ?? null,
    }),
    optional: true,
  },
  {
    ...cost("requiredCost", words.requiredCost, ({ requiredBrl }) => requiredBrl),
    total: sum(({ requiredBrl }) => requiredBrl ?? null),
  },
  number({ key: "taw", header: words.taw, unit: "mm", value: ({ taw }) => taw }),
  depth("dp", words.dp, ({ dp }) => dp),
  { ...depth("toSubsoil", words.toSubsoil, ({ toSubsoil }: ManagementRow) => toSubsoil ?? 0), optional: true },
  {
    ...number<ManagementRow>({ key: "subsoil", header: words.subsoil, unit: "mm", value: (row) => subsoilMm(row) }),
    optional: true,
  },
  { ...depth("stressLoss", text.indices.stressLoss, ({ etc, etcAdj }: ManagementRow) => etc - etcAdj), optional: true },
  depth("adjusted", words.adjusted, ({ adjustedMm }) => adjustedMm),
  { key: "origin", header: words.origin, facet: true, value: ({ origin }) => text.origins[origin] },
  { key: "note", header: words.note, value: ({ note }) => note },
];

/** An amount in mm of a sector. Not summed, because the areas differ. */
const water = (key: string, header: string, value: (section: Section) => number) =>
  number<Section>({ key, header, unit: "mm", value });

/**
 * One row for each sector: what was applied, what was needed and its result first, then the rest of the balance.
 * @param earlier what each section is compared with
 * @param hasOut whether a machine was out of service
 */
export function sectionColumns(
  result: (section: Section) => Result,
  earlier?: EarlierOf,
  hasOut = false,
): DataColumn<Section>[] {
  const money = (key: string, header: string, value: (result: Result) => number | null, decimals: number) =>
    number<Section>({ key, header, decimals, value: (section) => value(result(section)) });
  const before = (section: Section) => earlier?.get(sectionKey(section)) ?? null;
  /** A column and, in a comparison, the same of the compared section. */
  const compared = (
    column: Amount<Section>,
    valueBefore: (earlier: Earlier) => number | null,
    header = words.before(column.header),
  ): DataColumn<Section>[] => {
    const { total: _, ...rest } = number(column);
    const past: DataColumn<Section> = {
      ...{ ...rest, key: `${column.key}Before`, header },
      value: (section) => {
        const found = before(section);
        return found && valueBefore(found);
      },
    };
    return earlier ? [number(column), past] : [number(column)];
  };
  const resultOf = (key: string, header: string, value: (result: Result) => number | null, decimals: number) =>
    compared({ key, header, decimals, value: (section) => value(result(section)) }, (one) => value(one.result));
  return [
    { key: "sector", header: text.sector, value: sectionName },
    { key: "crop", header: text.head.crop, facet: true, value: ({ cropName }) => cropName },
    ...(earlier
      ? [
          {
            key: "planting",
            header: text.head.planting,
            kind: "day" as const,
            value: (row: Section) => row.plantingDate,
          },
          {
            key: "plantingBefore",
            header: words.before(text.head.planting),
            kind: "day" as const,
            value: (row: Section) => before(row)?.section.plantingDate ?? null,
          },
        ]
      : []),
    ...compared(
      { key: "applied", header: words.applied, unit: "mm", value: ({ totals }) => totals.appliedMm },
      (one) => one.section.totals.appliedMm,
      words.appliedBefore,
    ),
    ...(earlier
      ? [
          number<Section>({
            ...{ key: "change", header: words.change, unit: "mm" },
            value: (section) => {
              const found = before(section);
              return found && section.totals.appliedMm - found.section.totals.appliedMm;
            },
          }),
        ]
      : []),
    water("required", words.required, ({ totals }) => totals.requiredMm),
    number({ key: "adequacy", header: text.indices.adequacy, unit: "%", value: ({ totals }) => totals.adequacyPct }),
    ...compared(
      days("stressDays", text.indices.sectorStressDays, ({ totals }) => totals.stressDays),
      (one) => one.section.totals.stressDays,
    ),
    ...(hasOut
      ? [number(days("outOfService", text.indices.sectorOutDays, ({ totals }: Section) => totals.outDays ?? 0))]
      : []),
    ...compared(
      { key: "rain", header: words.rain, unit: "mm", value: ({ totals }) => totals.rain },
      (one) => one.section.totals.rain,
    ),
    number({
      key: "requiredCost",
      header: words.requiredCost,
      unit: "R$",
      decimals: 0,
      value: ({ totals }) => totals.requiredBrl ?? null,
      total: sum(({ totals }) => totals.requiredBrl ?? null),
    }),
    ...resultOf("energyHa", text.result.columns.energyHa, ({ energyBrlHa }) => energyBrlHa, 0),
    ...resultOf("energyMm", text.result.columns.energyMm, ({ energyBrlMm }) => energyBrlMm, 2),
    number({
      key: "area",
      header: text.head.area,
      unit: "ha",
      value: ({ areaHa }) => areaHa,
      // A sector with two seasons has two rows and one area.
      total: areaOf,
    }),
    ...compared(
      {
        ...{ key: "yield", header: text.result.columns.yield, unit: "kg/ha", decimals: 0 },
        value: (section) => result(section).yieldKgHa,
      },
      (one) => one.result.yieldKgHa,
    ),
    money("net", text.result.columns.net, ({ netBrlHa }) => netBrlHa, 0),
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
    number(days("excessDays", text.indices.sectorExcessDays, ({ totals }) => totals.excessDays)),
    water("stressLoss", text.indices.stressLoss, ({ totals }) => totals.stressLossMm),
  ];
}

function days(key: string, header: string, value: (section: Section) => number): Amount<Section> {
  return { key, header, decimals: 0, value, total: sum(value) };
}
