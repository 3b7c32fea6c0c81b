import type { FormValues } from "../../../ui/form/form-values.ts";
import { valueAt } from "../../../ui/form/path.ts";
import { parseNumber } from "../../../ui/parse-number.ts";

const DECIMALS = 3;

/** A sensor of a monitor with its weight as typed. */
interface Weighted {
  sensorId: string;
  weight: string;
}

/** The sensors in the form with their weights. */
export function weightedOf(values: FormValues): Weighted[] {
  const ids = (values.sensorIds ?? []) as readonly string[];
  return ids.map((sensorId, index) => ({ sensorId, weight: String(valueAt(values, `weights.${index}`) ?? "") }));
}

/** Sensors and weights as the form holds them. */
export function typedWeights(weighted: readonly Weighted[]): FormValues {
  return { sensorIds: weighted.map(({ sensorId }) => sensorId), weights: weighted.map(({ weight }) => weight) };
}

/** Equal weights. The first one absorbs the rounding. */
export function equalWeights(weighted: readonly Weighted[]): Weighted[] {
  const share = Number((1 / weighted.length).toFixed(DECIMALS));
  const first = 1 - share * (weighted.length - 1);
  return weighted.map((one, index) => ({
    ...one,
    weight: String(Number((index === 0 ? first : share).toFixed(DECIMALS))).replace(".", ","),
  }));
}

/** The sum of the weights; NaN when one is not a number. */
export function weightSum(weighted: readonly Weighted[]): number {
  return weighted.reduce((sum, { weight }) => sum + (parseNumber(weight) ?? 0), 0);
}
