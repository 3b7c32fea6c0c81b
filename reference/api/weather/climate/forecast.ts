import type { FarmDay } from "@lamina/shared/core/farm-time";
import { chance, gaussian } from "./chance.ts";
import { type ClimateSite, type SimulatedDay, simulateDay } from "./day.ts";

/** A simulated forecast of one day, with its probability of rain. */
export interface SimulatedForecast extends SimulatedDay {
  rainProbPct: number;
}

/** Probability that a forecast is right about rain: one day ahead, and the loss per further day. */
const SKILL = { tomorrow: 0.88, lossPerDay: 0.05 } as const;

/**
 * A forecast issued on one day for another: the coming weather with errors that grow with the distance.
 * @param issuedOn farm-day of the issue
 * @param ahead days from the issue to the day, 0 for the same day
 */
export function simulateForecast(site: ClimateSite, issuedOn: FarmDay, day: FarmDay, ahead: number): SimulatedForecast {
  const truth = simulateDay(site, day);
  const words = [site.seed, site.name, "forecast", issuedOn, day] as const;
  const skill = SKILL.tomorrow - SKILL.lossPerDay * ahead;
  const wrong = simulateDay({ ...site, name: `${site.name} as forecast on ${issuedOn}` }, day);
  const source = chance(...words, "skill") < skill ? truth : wrong;
  const amount = Math.exp(0.25 * gaussian(...words, "amount"));
  const warmth = (0.4 + 0.25 * ahead) * gaussian(...words, "warmth");
  const rainByHour = source.rainByHour.map((mm) => Math.round(mm * amount * 10) / 10);
  const wet = rainByHour.some((mm) => mm > 0);
  const doubt = 30 * (1 - skill) + 15 * chance(...words, "doubt");
  return {
    ...truth,
    tMax: truth.tMax + warmth,
    tMin: Math.min(truth.tMin + 0.7 * warmth, truth.tMax + warmth - 3),
    wind2m: truth.wind2m * (1 + 0.1 * gaussian(...words, "wind")),
    rad: source === truth ? truth.rad : (truth.rad + wrong.rad) / 2,
    rainByHour,
    rainProbPct: Math.round((wet ? 95 - 2 * doubt : 5 + doubt) / 5) * 5,
  };
}
