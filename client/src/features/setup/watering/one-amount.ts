import { WATERING_AMOUNTS } from "@lamina/shared/records/irrigation";

/** The one amount that goes into a new watering: of several the deciding one, so that the API computes the others anew. */
export function oneAmount<Fields extends Readonly<Record<string, unknown>>>(fields: Fields): Partial<Fields> {
  const given = WATERING_AMOUNTS.find((amount) => fields[amount] !== undefined);
  const others = new Set<string>(WATERING_AMOUNTS.filter((amount) => amount !== given));
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !others.has(field))) as Partial<Fields>;
}
