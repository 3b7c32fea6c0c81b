import { type Fao56CropKey, fao56CropFields, fao56Crops } from "@lamina/agronomy/crop/fao56-crops";
import { sectorArea } from "@lamina/agronomy/machine/system";
import { addDays, type FarmDay, farmDays } from "@lamina/shared/core/farm-time";
import { randomOf } from "@lamina/shared/core/random";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { ConfigFields, type TariffWindow } from "@lamina/shared/records/config";
import type { ClientSettings } from "../../farms/settings/service.ts";
import type { pivots } from "../../schema/farms.ts";
import type { crops, seasons } from "../../schema/irrigation.ts";
import type { DayRecord } from "../balance/day-record.ts";
import { outlookOf } from "../balance/outlook.ts";
import { balanceRows } from "../balance/rows.ts";
import { mornings, projectedRows } from "../decisions/state/projection.ts";
import { type SectorState, statusNow } from "../decisions/state/sector-state.ts";
import { machineOf } from "../sites/machine.ts";
import { seasonSettings, startState } from "../sites/season-settings.ts";
import type { SectorContext } from "../sites/sectors.ts";

const TODAY: FarmDay = "2026-04-10";
const OWN = { clientId: "c", createdAt: new Date(0), updatedAt: new Date(0), active: true };

interface HostileFarm {
  states: SectorState[];
  now: Date;
}

/**
 * A farm with extreme but valid records: weak or huge pumps, coarse and tight soils, seasons at any age, dry or flooded
 * ground, any tariffs and forecasts. The same seed gives the same farm.
 */
export function hostileFarm(seed: number): HostileFarm {
  const random = randomOf(seed);
  const between = (low: number, high: number) => low + (high - low) * random();
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  const maybe = <Value>(chance: number, value: () => Value): Value | null => (random() < chance ? value() : null);
  const pick = <Value>(values: readonly Value[]): Value => values[whole(0, values.length - 1)] as Value;
  const farm: SectorContext["farm"] = {
    ...OWN,
    _id: "farm",
    name: "Fazenda",
    city: null,
    state: null,
    lat: between(-30, 4),
    lon: between(-60, -40),
    altitude: between(0, 1500),
    areaHa: null,
    timezone: "America/Sao_Paulo",
    boundary: null,
    lines: null,
    stationDeviceId: null,
    whenFails: null,
  };
  const settings: ClientSettings = {
    ...ConfigFields.parse({}),
    advice: {
      mostPasses: whole(1, 10),
      leastMm: 4,
      leastDripMm: 1,
      marginPct: whole(0, 30),
      waterBrlM3: maybe(0.3, () => between(0, 5)) ?? 0,
      kcByClimate: random() < 0.8,
      driestQuarter: false,
      efficiencyByHour: false,
      trustDays: 3,
    },
    contract: maybe(0.3, () => ({ kw: between(10, 200), brlKw: between(0, 60) })),
    tariff: tariffOf({ between, pick, maybe }),
  };
  const now = new Date(Date.parse(`${TODAY}T03:00:00Z`) + whole(0, 23 * 60) * MINUTE_MS);
  const states = Array.from({ length: whole(1, 3) }, (_, index) => {
    const pivot = pivotOf(`pivot-${index}`, { between, pick, maybe, whole });
    const parts = pivot.kind === "pivot" ? whole(1, 4) : 1;
    const swept = pivot.angleEnd - pivot.angleStart;
    return Array.from({ length: parts }, (__, part) =>
      stateOf({ farm, pivot, settings, tools: { between, pick, maybe, whole, random } }, `${index}-${part}`, [
        pivot.angleStart + (swept * part) / parts,
        pivot.angleStart + (swept * (part + 1)) / parts,
      ]),
    );
  }).flat();
  return { states, now };
}

/** The state on the next morning when today was as its outlook, without rain; undefined at the end of the outlook. */
export function nextMorning(state: SectorState): SectorState | undefined {
  const [row] = projectedRows(state, { rain: false, planned: false });
  return row && state.outlook.length > 1 ? mornings(state, [row]).next().value : undefined;
}

interface Tools {
  random(): number;
  between(low: number, high: number): number;
  whole(low: number, high: number): number;
  pick<Value>(values: readonly Value[]): Value;
  maybe<Value>(chance: number, value: () => Value): Value | null;
}

function tariffOf({ between, pick, maybe }: Pick<Tools, "between" | "pick" | "maybe">): TariffWindow[] {
  const days = [0, 1, 2, 3, 4, 5, 6];
  const window = (from: string, to: string, kind: TariffWindow["kind"]) => ({
    days,
    from,
    to,
    kind,
    brlKwh: between(0, 3),
  });
  return (
    maybe(0.8, () =>
      pick([
        [window("00:00", "00:00", "offpeak")],
        [window("21:30", "06:00", "reserved"), window("18:00", "21:00", "peak")],
        [window("06:00", "05:00", "peak")],
      ]),
    ) ?? []
  );
}

function pivotOf(_id: string, { between, pick, maybe, whole }: Omit<Tools, "random">): typeof pivots.$inferSelect {
  const kind = pick(["pivot", "pivot", "pivot", "linear", "sprinkler", "drip"] as const);
  const radiusM = between(50, 900);
  const angleStart = whole(0, 180);
  return {
    ...OWN,
    _id,
    farmId: "farm",
    name: _id,
    kind,
    lat: -15,
    lon: -47,
    radiusM,
    lastTowerM: maybe(0.7, () => 0.95 * radiusM),
    angleStart: kind === "pivot" ? angleStart : 0,
    angleEnd: kind === "pivot" ? angleStart + whole(90, 359) : 360,
    areaHa: kind === "pivot" ? null : between(1, 120),
    flowM3h: between(5, 800),
    speed100MH: maybe(0.7, () => between(60, 400)),
    time100H: kind === "linear" ? between(4, 60) : null,
    depth100Mm: null,
    minPercent: whole(1, 60),
    maxHoursDay: between(2, 24),
    efficiencyPct: between(50, 98),
    cucPct: null,
    cucDate: null,
    pumpKw: maybe(0.8, () => between(5, 250)),
    gaugeDeviceId: null,
    wettedWidthM: maybe(0.5, () => between(3, 30)),
    slopePct: maybe(0.5, () => between(0, 12)),
    maxPassMm: maybe(0.2, () => between(3, 40)),
    speedBySector: whole(0, 1) === 1,
    speedRows: maybe(0.5, () => whole(1, 6)),
    waterSourceId: "source",
  };
}

interface Parts {
  farm: SectorContext["farm"];
  pivot: typeof pivots.$inferSelect;
  settings: ClientSettings;
  tools: Tools;
}

function stateOf({ farm, pivot, settings, tools }: Parts, id: string, [start, end]: [number, number]): SectorState {
  const { between, pick, maybe, whole, random } = tools;
  const wpPct = between(2, 30);
  const soil: SectorContext["soil"] = {
    ...OWN,
    _id: `soil-${id}`,
    name: "Solo",
    texture: null,
    layers: [{ depthCm: 300, fcPct: wpPct + between(1, 20), wpPct }],
    infiltrationMmH: maybe(0.7, () => between(1, 150)),
  };
  const sector = {
    ...OWN,
    _id: `sector-${id}`,
    pivotId: pivot._id,
    name: id,
    angleStart: start,
    angleEnd: end,
    areaHa: null,
    soilId: soil._id,
    gaugeDeviceId: null,
  };
  const areaHa = sectorArea(sector, pivot);
  const machine = { ...machineOf(pivot, areaHa, soil), mostPasses: settings.advice.mostPasses };
  const measured = { record: pivot, calibrations: [] };
  const site: SectorContext = { sector, pivot, farm, soil, areaHa, machine, measured };
  const key = pick(Object.keys(fao56Crops) as Fao56CropKey[]);
  const crop = cropOf(key);
  const age = whole(0, crop.stages.reduce((sum, { days }) => sum + days, 0) + 10);
  const season = seasonOf(id, addDays(TODAY, -age), between(0, 100));
  const engine = seasonSettings({ season, crop }, site, settings);
  const past = farmDays(addDays(TODAY, -Math.max(1, age)), addDays(TODAY, -1)).map((date) =>
    dayOf(date, { eto: between(0.2, 12), rain: maybe(0.2, () => between(0, 120)) ?? 0 }),
  );
  const irrigated = past.map((day) => ({ ...day, irrNet: random() < 0.1 ? between(0, 40) : 0 }));
  const run = { site, season, crop, settings: engine, rules: settings, startWater: "measured" as const };
  const last = balanceRows(run, startState(engine, { season }, 0), irrigated).at(-1);
  const ahead = farmDays(TODAY, addDays(TODAY, 6)).map((date) => dayOf(date, { eto: null, rain: 0 }));
  const forecast = new Map(
    ahead.flatMap(({ date }) =>
      random() < 0.9
        ? [
            [
              date,
              forecastOf(
                date,
                between(0, 12),
                maybe(0.4, () => between(0, 90)) ?? 0,
                maybe(0.7, () => whole(0, 100)),
              ),
            ],
          ]
        : [],
    ) as [FarmDay, ReturnType<typeof forecastOf>][],
  );
  const drNow = last?.dr ?? 0;
  const state = {
    site,
    settings,
    today: TODAY,
    season: { season, crop },
    seasonDay: age,
    seasonDays: null,
    last,
    computed: last,
    isFirstDay: false,
    before: maybe(0.3, () => pick(["ok", "irrigate", "stress"] as const)) ?? undefined,
    contradiction: null,
    fresh: random() < 0.9,
    drNow,
    past: irrigated.slice(-14),
    outlook: outlookOf(ahead, forecast, [5]),
    station: { deviceId: null, name: null, lastSeen: null, faults: [] },
    forecastAt: new Date(`${TODAY}T03:00:00Z`),
    rainHole: maybe(0.1, () => ({ gauge: "G-1", days: [addDays(TODAY, -1)], doubt: null })) ?? undefined,
  };
  return { ...state, status: statusNow(state) };
}

function cropOf(key: Fao56CropKey): typeof crops.$inferSelect {
  const fields = fao56CropFields(key, { crop: key, stages: ["1", "2", "3", "4"] });
  const none = {
    kcbIni: null,
    kcbMid: null,
    kcbEnd: null,
    heightM: null,
    tBase: null,
    tUpper: null,
    stageDegrees: null,
  };
  const worth = { ky: null, kyStages: null, yieldKgHa: null, priceBrlKg: null };
  const rules = { allowedPct: null, maturityPct: null, emergenceMm: null };
  return { ...OWN, _id: key, ...none, ...worth, ...rules, ...fields } as typeof crops.$inferSelect;
}

const seasonOf = (id: string, plantingDate: FarmDay, initialMoisturePct: number): typeof seasons.$inferSelect => ({
  ...OWN,
  _id: `season-${id}`,
  sectorId: `sector-${id}`,
  cropId: "crop",
  name: null,
  plantingDate,
  emergenceDate: null,
  harvestDate: null,
  stages: null,
  initialWater: "measured",
  initialMoisturePct,
  pOverride: null,
  kcMethod: "single",
  stageUnit: "days",
  yieldKgHa: null,
  priceBrlKg: null,
  status: "active",
});

function dayOf<Eto extends number | null>(
  date: FarmDay,
  { eto, rain }: { eto: Eto; rain: number },
): DayRecord & { eto: Eto } {
  return {
    date,
    eto,
    measured: true,
    rain,
    rainSource: "station",
    rainState: "measured",
    gauge: null,
    irrGross: 0,
    irrNet: 0,
    irrSource: null,
    planned: { grossMm: 0, netMm: 0 },
    u2: 2,
    rhMin: 45,
    tMax: 30,
    tMin: 18,
  };
}

const forecastOf = (date: FarmDay, eto: number, rain: number, rainProbPct: number | null) => ({
  farmId: "farm",
  issuedAt: new Date(0),
  date,
  tMax: 31,
  tMin: 19,
  rain,
  rainProbPct,
  // Some have an ensemble, around the same rain.
  rainAmounts: rain > 5 ? Array.from({ length: 10 }, (_, index) => (index * rain) / 5) : null,
  rhMin: 45,
  windMaxKmh: 12,
  windDir: 90,
  eto,
  icon: null,
  source: "simulated" as const,
});
