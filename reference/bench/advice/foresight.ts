import { type Field, live, manage, morningOf, type Outcome } from "./season.ts";

/** Grid of the depletion, mm; and gross depths of a day, mm, in addition to the machine's largest. */
const STEP_MM = 2;
const DEPTHS_MM = [0, 5, 7.5];

/** The gross depths of a day that dynamic programming chooses from, mm. */
export const depthsOf = ({ capacityMm }: Field): number[] => [...DEPTHS_MM, capacityMm];

/**
 * The season of least R$ with perfect knowledge of its weather: dynamic programming over the depletion of each morning,
 * backwards. Between grid points it interpolates; the depths of a day are those of the list.
 */
export function perfectForesight(field: Field): Outcome {
  const depths = depthsOf(field);
  // Root depth and the position on the Kc curve depend only on the day.
  const mornings = [morningOf(field)];
  for (const weather of field.weather) {
    const last = mornings.at(-1) ?? morningOf(field);
    mornings.push(live(field, last, weather, 0).next);
  }
  let ahead: number[] | undefined;
  const best: number[][] = [];
  for (let day = field.weather.length - 1; day >= 0; day -= 1) {
    const [morning, weather] = [mornings[day], field.weather[day]];
    if (morning === undefined || weather === undefined) continue;
    const { taw } = live(field, morning, weather, 0).row;
    const values: number[] = [];
    const chosen: number[] = [];
    for (let dr = 0; dr <= taw + STEP_MM; dr += STEP_MM) {
      let least = Number.POSITIVE_INFINITY;
      let depth = 0;
      for (const gross of depths) {
        const { row, next } = live(field, { ...morning, dr: Math.min(dr, taw) }, weather, gross);
        const cost = gross * field.waterBrl + (row.etc - row.etcAdj) * field.lossBrl + valueAt(ahead, next.dr, STEP_MM);
        if (cost < least - 1e-9) [least, depth] = [cost, gross];
      }
      values.push(least);
      chosen.push(depth);
    }
    ahead = values;
    best[day] = chosen;
  }
  return manage(
    field,
    (_field, day, { dr }) => best[day]?.[Math.min(Math.round(dr / STEP_MM), (best[day]?.length ?? 1) - 1)] ?? 0,
  );
}

/** A value between the points of a grid of depletions `stepMm` apart; 0 without values, after the last day. */
export function valueAt(values: readonly number[] | undefined, dr: number, stepMm: number): number {
  if (values === undefined) return 0;
  const place = Math.min(dr / stepMm, values.length - 1);
  const below = Math.floor(place);
  const [low = 0, high = low] = [values[below], values[below + 1]];
  return low + (place - below) * (high - low);
}
