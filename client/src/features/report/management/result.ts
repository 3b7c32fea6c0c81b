import type { ConsumptionRow } from "@lamina/shared/views/report";
import { areaOf } from "@lamina/shared/views/report-totals";
import { sumOf } from "../../../ui/data-table/columns.ts";
import type { Section } from "./sections.ts";

/** The energy of a period is another answer: on its way, failed, or without a price. */
export type WithoutEnergy = "energyLoads" | "energyFailed" | "noEnergy";

/** What the water of a period cost and what it is expected to give. Null: unknown. */
export interface Result {
  energyBrl: number | null;
  energyBrlHa: number | null;
  /** R$ per mm on the whole area. */
  energyBrlMm: number | null;
  /** Why there is no energy, where there is none: its words. */
  withoutEnergy: WithoutEnergy;
  /** Expected harvest, and its share of the harvest without stress. */
  yieldKgHa: number | null;
  yieldPct: number | null;
  /** Harvest minus energy. */
  netBrlHa: number | null;
  /** The same per mm applied on a ha. */
  netBrlHaMm: number | null;
}

/** The use of water in the period, empty until it is loaded. */
export interface PeriodUse {
  uses: readonly Pick<ConsumptionRow, "pivotId" | "brlTotal">[];
  withoutEnergy: WithoutEnergy;
}

const volume = ({ totals, areaHa }: Section) => totals.appliedMm * areaHa;
const per = (amount: number | null, parts: number) => (amount === null || parts <= 0 ? null : amount / parts);

/**
 * The result of several sections as one: sums, and means by the area of the totals, where a sector counts once. Harvests of several crops have no sum. Unknown when
 * it is unknown for a section.
 */
export function resultOfAll(sections: readonly Section[], result: (section: Section) => Result): Result {
  const all = sections.map((section) => ({ section, ...result(section) }));
  const total = (values: readonly (number | null)[]) => (values.includes(null) ? null : sumOf(values, (one) => one));
  const areaHa = areaOf(sections);
  const meanMm =
    per(
      sections.reduce((sum, section) => sum + volume(section), 0),
      areaHa,
    ) ?? 0;
  const energyBrl = total(all.map((one) => one.energyBrl));
  const net = total(all.map(({ section, netBrlHa }) => (netBrlHa === null ? null : netBrlHa * section.areaHa)));
  const netBrlHa = per(net, areaHa);
  return {
    energyBrl,
    energyBrlHa: per(energyBrl, areaHa),
    energyBrlMm: per(energyBrl, meanMm),
    withoutEnergy: all[0]?.withoutEnergy ?? "noEnergy",
    yieldKgHa: null,
    yieldPct: null,
    netBrlHa,
    netBrlHaMm: per(netBrlHa, meanMm),
  };
}

/**
 * The result of a section. The energy of a pivot is divided by the water of its sections. The harvest is known for
 * periods that include the planting: 1 − Ya/Ym = Ky (1 − ETa/ETm) (FAO-33; FAO-56 Eq. 90).
 * @param from first day of the report
 */
export function resultOf(
  section: Section,
  all: readonly Section[],
  { uses, withoutEnergy }: PeriodUse,
  from: string,
): Result {
  const ofPivot = all.filter(({ pivotId }) => pivotId === section.pivotId);
  const pumped = ofPivot.reduce((sum, one) => sum + volume(one), 0);
  const costs = uses.filter(({ pivotId }) => pivotId === section.pivotId).map(({ brlTotal }) => brlTotal);
  const brl = withoutEnergy !== "noEnergy" || costs.includes(null) ? null : sumOf(costs, (cost) => cost);
  const energyBrl = brl === null || pumped === 0 ? null : (brl * volume(section)) / pumped;
  const energyBrlHa = per(energyBrl, section.areaHa);
  const { etc, etcAdj, appliedMm } = section.totals;
  const whole = section.plantingDate !== null && from <= section.plantingDate;
  const share = section.yield && whole && etc > 0 ? Math.max(0, 1 - section.yield.ky * (1 - etcAdj / etc)) : null;
  const yieldKgHa = share === null || !section.yield ? null : share * section.yield.yieldKgHa;
  const price = section.yield?.priceBrlKg ?? null;
  const netBrlHa =
    yieldKgHa === null || price === null || energyBrlHa === null ? null : yieldKgHa * price - energyBrlHa;
  return {
    energyBrl,
    energyBrlHa,
    energyBrlMm: per(energyBrl, appliedMm),
    withoutEnergy,
    yieldKgHa,
    yieldPct: share === null ? null : 100 * share,
    netBrlHa,
    netBrlHaMm: per(netBrlHa, appliedMm),
  };
}
