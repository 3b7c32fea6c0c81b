import * as z from "zod";
import { Name, quantity, storedRecord, TimeOfDay } from "../core/record.ts";
import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from "../core/time.ts";
import type { BrokenRule } from "../rules/rule.ts";

const Minutes = quantity("min", 1, 10_080);

/** Rules of the advice that a client can change; each has its source in docs/agronomy.md. */
const Advice = z.object({
  /** Maximum passes of one recommendation: the rest remains a deficit until the next decision. */
  mostPasses: quantity("voltas", 1, 10).default(3),
  /** Minimum gross depth worth a start: of sprinklers, pivots and linear machines, and of drip. */
  leastMm: quantity("mm", 1, 25).default(4),
  leastDripMm: quantity("mm", 1, 25).default(1),
  /**
   * Hysteresis: without water, a sector changes to a better status only when it passes the threshold by this part of
   * the AFD.
   */
  marginPct: quantity("% da AFD", 0, 30).default(5),
  /** Price of the water drawn. */
  waterBrlM3: quantity("R$/m³", 0, 50).default(0),
  /** FAO-56 Eq. 62 and 65, and Figures 29 and 30. */
  kcByClimate: z.boolean().default(true),
  /** Whether the depth is increased until the driest quarter of the area gets the need: LL ÷ (Ea × DUlq). */
  driestQuarter: z.boolean().default(false),
  /** Whether Ea falls by the wind and the heat of the hours of a run (Playán et al. 2005). */
  efficiencyByHour: z.boolean().default(false),
  /** Days for which a person's adjustment of the balance overrides a probe that contradicts it. */
  trustDays: quantity("dias", 0, 30).default(3),
});

/** Settings of a client (domain, 10): one record per client. */
export const ConfigFields = z.object({
  decisionTime: TimeOfDay.default("07:00"),
  etoSource: z.enum(["station", "forecast"]).default("station"),
  forecastSource: z.enum(["open-meteo", "simulated"]).default("open-meteo"),
  statusMargins: z
    .object({
      /** Days until irrigation can start; the yellow rule looks ahead this far. */
      waitDays: quantity("dias", 0, 7),
      /** Distance from θc that counts as near it. */
      sensorMarginPct: quantity("% vol", 0, 20),
      /** Calculated and measured depletion contradict each other beyond this part of CAD. */
      differencePct: quantity("% CAD", 1, 100),
    })
    .default({ waitDays: 1, sensorMarginPct: 2, differencePct: 20 }),
  staleLimits: z
    .object({ weatherMin: Minutes, soilMin: Minutes, pivotMin: Minutes })
    .default({ weatherMin: 180, soilMin: 180, pivotMin: 60 }),
  units: z.object({ depth: z.literal("mm") }).default({ depth: "mm" }),
  rainEffective: z
    .object({ method: z.enum(["all", "min-fraction"]), minFracEto: quantity("", 0, 1) })
    .default({ method: "min-fraction", minFracEto: 0.2 }),
  advice: Advice.default(Advice.parse({})),
  language: z.literal("pt-BR").default("pt-BR"),
  /**
   * Domains, with commas between, to which people may mail reports beside the users of the client: otherwise each viewer
   * could send mails to any address.
   */
  mailDomains: z
    .string()
    .trim()
    .toLowerCase()
    .max(500)
    .regex(/^$|^[a-z0-9-]+(\.[a-z0-9-]+)+(\s*,\s*[a-z0-9-]+(\.[a-z0-9-]+)+)*$/)
    .default(""),
  /** Whether each command to a machine but a stop takes the person's password again. */
  commandPassword: z.boolean().default(false),
  alertChannels: z
    .array(z.enum(["inbox", "push"]))
    .max(2)
    .default(["inbox", "push"]),
});
export const Config = storedRecord(ConfigFields);
export type Config = z.infer<typeof Config>;

/** A window of an electricity tariff. Days: 0 is Sunday. A window may cross midnight. */
export const TariffWindow = z.object({
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  from: TimeOfDay,
  to: TimeOfDay,
  kind: z.enum(["peak", "offpeak", "reserved"]),
  // Rural tariffs of the distributors: some R$ 0.10 in the reserved hours to some R$ 3 at peak; 0 is own generation.
  brlKwh: quantity("R$/kWh", 0, 10).refine((price) => price === 0 || price >= 0.02, {
    params: { id: "usual-range", minimum: 0.02, maximum: 10, unit: "R$/kWh" },
  }),
});
export type TariffWindow = z.infer<typeof TariffWindow>;
export const TariffFields = z.object({
  name: Name,
  windows: z.array(TariffWindow).min(1).max(200),
  demandKw: quantity("kW", 0, 100_000).optional(),
  demandBrlKw: quantity("R$/kW", 0, 300).optional(),
});
export const Tariff = storedRecord(TariffFields);
export type Tariff = z.infer<typeof Tariff>;

export const HOURS = 24;
export const DAYS = 7;

export type Timed = Pick<TariffWindow, "days" | "from" | "to">;

/**
 * The minutes of the week in which a window applies. After midnight it belongs to the day on which it began; equal
 * times mean the whole day.
 */
export function minutesOf({ days, from, to }: Timed): number[] {
  const start = minuteOf(from);
  const length = (minuteOf(to) - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return days.flatMap((day) =>
    Array.from({ length }, (_, minute) => (day * DAY_MINUTES + start + minute) % WEEK_MINUTES),
  );
}

/** The indexes of the first two windows that overlap, from 0; null when none do. */
export function overlap(windows: readonly Timed[]): [number, number] | null {
  const holder = new Map<number, number>();
  for (const [place, window] of windows.entries()) {
    for (const minute of minutesOf(window)) {
      const other = holder.get(minute);
      if (other !== undefined) return [other, place];
      holder.set(minute, place);
    }
  }
  return null;
}

/** Rules across the windows of a tariff: no two may overlap. */
export function checkTariff({ windows = [] }: { windows?: readonly Timed[] | undefined }): BrokenRule[] {
  const covered = overlap(windows);
  return covered ? [{ field: "windows", id: "overlap", one: covered[0] + 1, other: covered[1] + 1 }] : [];
}
