import { WATERING_AMOUNTS } from "@lamina/shared/records/irrigation";

/** Reduces a new watering to one amount, by priority, so that the API computes the others from it. */
export function oneAmount<Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> {
  const firstAmount = WATERING_AMOUNTS.find((amount) => fields[amount] !== undefined);
  const others = new Set<string>(WATERING_AMOUNTS.filter((amount) => amount !== firstAmount));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !others.has(field))) as Partial<Fields>;
}
