import { initialState, runSeason } from "@lamina/agronomy/balance/balance";
import type { BalanceRow, DayInput, SeasonSettings } from "@lamina/agronomy/balance/season";
import { BOTTOM_M, type Subsoil, subsoilBelow, uniformSubsoil } from "@lamina/agronomy/balance/subsoil";
import { climateTerm, MIN_ADJUSTED_KC } from "@lamina/agronomy/crop/kc-climate";
import type { KcPlateaus } from "@lamina/agronomy/crop/kc-curve";
import { dailyEto, type EtoOptions } from "@lamina/agronomy/eto/eto";
import { minimumRelativeHumidity, vapourPressureFromDewPoint } from "@lamina/agronomy/eto/humidity";
import { ASCE2005, FAO56 } from "@lamina/agronomy/eto/longwave-convention";
import { DEFAULT_WIND_2M, windAt2m } from "@lamina/agronomy/eto/wind";
import { DEFAULT_ZE_M, evaporationLayer, TABLE_19 } from "@lamina/agronomy/soil/evaporation-layer";
import { depletionAt, totalAvailableWater } from "@lamina/agronomy/soil/soil-water";
import { InputError } from "../input/input-error.ts";
import { text } from "../input/text.ts";
import { toDailyWeather } from "../input/weather-columns.ts";
import type { Scenario } from "./scenario.ts";
import { runAutoIrrigated } from "./season-autoirrigate.ts";
import type { SeasonDay } from "./season-rows.ts";

/** A computed scenario: its rows and all derived values. */
export interface ComputedSeason {
  scenario: Scenario;
  settings: SeasonSettings;
  drInitial: number;
  /** Per day: ET0 by FAO-56 as printed; null without weather or when the reference is not grass. */
  etoFao56: (number | null)[];
  /** Gross irrigation per day, mm. */
  applied: number[];
  rows: BalanceRow[];
  notes: string[];
}

/** Computes a scenario by the conventions of the reference seasons; throws an `InputError` when it cannot. */
export function computeSeason(scenario: Scenario): ComputedSeason {
  const notes = [...scenario.notes];
  const note = (words: string) => notes.push(`${text.place.scenario(scenario.id)}: ${words}`);
  const settings = seasonSettings(scenario, note);
  const drInitial = initialDepletion(scenario, settings, note);
  const computed = scenario.days.map((day) => computeEto(scenario, day));
  const missing = scenario.days.flatMap((day, index) => (day.ET0 === null ? [computed[index]?.method ?? ""] : []));
  for (const method of new Set(missing))
    note(text.note.eto(missing.filter((other) => other === method).length, method));
  const eto = scenario.days.map((day, index) => day.ET0 ?? computed[index]?.asce ?? Number.NaN);
  const inputs = scenario.days.map((day, index) => dayInput(scenario, day, eto[index] ?? Number.NaN));
  const start = {
    ...initialState(settings, drInitial, scenario.deInitial),
    ...(scenario.options.subsoil && { subsoil: initialSubsoil(scenario, settings, drInitial) }),
  };
  const { autoirrigate, efficiencyPct, days } = scenario;
  const { rows, applied } = autoirrigate
    ? runAutoIrrigated(settings, start, inputs, autoirrigate, days[0]?.date ?? 0, efficiencyPct)
    : { rows: runSeason(settings, start, inputs), applied: days.map((day) => day.I ?? 0) };
  return { scenario, settings, drInitial, etoFao56: computed.map(({ fao56 }) => fao56), applied, rows, notes };
}

function seasonSettings(scenario: Scenario, note: (words: string) => void): SeasonSettings {
  const { crop, soil, options, site } = scenario;
  const { layers } = soil;
  const settings: SeasonSettings = {
    days: crop.days,
    kc: options.climate ? adjustToClimate(scenario, note) : crop.kc,
    roots: crop.roots,
    p: crop.p,
    pConstant: options.pConstant,
    soil: layers,
    surface: site.surface,
    ...(options.runoff && soil.cn2 !== undefined && { curveNumber2: soil.cn2 }),
  };
  if (scenario.mode === "single") return settings;
  const rew = soil.rew ?? (soil.texture === undefined ? undefined : TABLE_19[soil.texture].rew);
  const ze = soil.ze ?? DEFAULT_ZE_M;
  const layer = evaporationLayer(layers, ze, rew);
  if (soil.ze === undefined) note(text.note.derived("soil.Ze", ze));
  if (soil.rew === undefined) note(text.note.derived("soil.REW", layer.rew));
  else if (soil.rew > layer.tew) note(text.note.readilyEvaporable(soil.rew, layer.tew));
  return { ...settings, dual: { layer, height: crop.height } };
}

/** Dr at the start: given, else by Eq. 87 from θ0. */
function initialDepletion(scenario: Scenario, settings: SeasonSettings, note: (words: string) => void): number {
  const { drInitial, soil, crop } = scenario;
  if (drInitial === undefined && soil.theta0 === undefined)
    throw new InputError([`${text.place.scenario(scenario.id)}: Dr_initial_mm: ${text.missing}`]);
  const derived = soil.theta0 === undefined ? undefined : depletionAt(soil.theta0, settings.soil, crop.roots.ini);
  const dr = drInitial ?? derived ?? Number.NaN;
  if (dr < -ROUNDING_MM) note(text.note.tooWet(dr));
  const taw = totalAvailableWater(settings.soil, crop.roots.ini);
  if (dr > taw + ROUNDING_MM) note(text.note.tooDry(dr, taw));
  if (drInitial !== undefined && derived !== undefined && Math.abs(drInitial - derived) > ROUNDING_MM) {
    note(text.note.initialDepletion(drInitial, derived));
  }
  return dr;
}

/** The soil below the first roots: theta0 of its layers, else as dry as the root zone. */
function initialSubsoil({ soil: { layers, theta0 } }: Scenario, settings: SeasonSettings, dr: number): Subsoil {
  const { ini } = settings.roots;
  const dry = dr / totalAvailableWater(layers, ini);
  if (theta0 === undefined) return subsoilBelow(uniformSubsoil(100 * (1 - Math.min(1, Math.max(0, dry)))), ini);
  return layers.map(({ depthM, fc, wp }, index) => {
    const theta = typeof theta0 === "number" ? theta0 : (theta0[index] ?? fc);
    const isLast = index === layers.length - 1;
    return { toM: isLast ? BOTTOM_M : depthM, dry: Math.min(1, Math.max(0, (fc - theta) / (fc - wp))) };
  });
}

/** Slack for depths that a file rounds, mm. */
const ROUNDING_MM = 0.05;

/** Tmin − dew point without a measured humidity, °C (ASCE 2005 appendix E); FAO-56 subtracts it only in arid places. */
const ASCE_DEW_POINT_DEPRESSION = 2;

/** Wind at 2 m; a missing one is 2 m/s at the anemometer's height, as in the reference model. */
const wind2m = (scenario: Scenario, wind: number | null) =>
  windAt2m(wind ?? DEFAULT_WIND_2M, scenario.site.windHeightM);

/** ET0 of a day by ASCE 2005 (the files' column ET0) and by FAO-56 as printed. */
function computeEto(scenario: Scenario, day: SeasonDay): { asce: number | null; fao56: number | null; method: string } {
  const weather = toDailyWeather(day.weather, day.J);
  if (weather === undefined) return { asce: null, fao56: null, method: "" };
  const { surface } = scenario.site;
  const compute = (options: EtoOptions) => dailyEto(scenario.site, weather, { ...options, surface });
  const asce = compute({
    longwave: ASCE2005,
    dewPointDepression: ASCE_DEW_POINT_DEPRESSION,
    defaultWind2m: wind2m(scenario, null),
  });
  const estimated = asce.estimated.length > 0 ? ` (${asce.estimated.join(", ")})` : "";
  const fao56 = surface === "grass" ? compute({ longwave: FAO56 }).eto : null;
  return { asce: asce.eto, fao56, method: `${asce.method}${estimated}` };
}

function dayInput(scenario: Scenario, day: SeasonDay, eto: number): DayInput {
  const rhMin = minimumHumidity(day);
  return {
    eto,
    rain: day.P,
    irrigation: ((day.I ?? 0) * scenario.efficiencyPct) / 100,
    u2: wind2m(scenario, day.weather.wind),
    ...(rhMin !== undefined && { rhMin }),
    ...(day.fw !== null && { fw: day.fw }),
    ...(day.Runoff !== null && { runoff: day.Runoff }),
    ...(day.CR !== null && { capillaryRise: day.CR }),
  };
}

/**
 * RHmin in % for Kc max: measured, else by the dew point, else by Tmin instead (FAO-56 Eq. 64; the reference model's
 * choice).
 */
function minimumHumidity({ weather: { RHmin, Tdew, Tmin, Tmax } }: SeasonDay): number | undefined {
  if (RHmin !== null) return RHmin;
  const dewPoint = Tdew ?? Tmin;
  if (dewPoint === null || Tmax === null) return undefined;
  return minimumRelativeHumidity(vapourPressureFromDewPoint(dewPoint), Tmax);
}

/** Kc mid and end for the mean wind and RHmin of their stages (FAO-56 Eq. 62, 65, 70), rounded to three decimals. */
function adjustToClimate(scenario: Scenario, note: (words: string) => void): KcPlateaus {
  const { crop, days, site } = scenario;
  const [initial, development, mid, late] = crop.days;
  const adjust = (kc: number, stage: string, from: number, length: number) => {
    const slice = days.slice(from, from + length);
    if (kc < MIN_ADJUSTED_KC || slice.length === 0) {
      if (kc >= MIN_ADJUSTED_KC && length > 0) note(text.note.unreached(stage));
      return kc;
    }
    const fail = (problem: string) => new InputError([`${text.place.scenario(scenario.id)}: ${problem}`]);
    const winds = slice.flatMap(({ weather }) =>
      weather.wind === null ? [] : [windAt2m(weather.wind, site.windHeightM)],
    );
    const humidities = slice.flatMap(({ weather }) => (weather.RHmin === null ? [] : [weather.RHmin]));
    if (winds.length === 0 || humidities.length === 0) throw fail(text.needsClimate(stage));
    return kc + Math.round(1000 * climateTerm(mean(winds), mean(humidities), crop.height.max)) / 1000;
  };
  const midStart = initial + development;
  return {
    ini: crop.kc.ini,
    mid: adjust(crop.kc.mid, "mid", midStart, mid),
    end: adjust(crop.kc.end, "late", midStart + mid, late),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
