import { deviceStorage } from "../../../../platform/storage.ts";
import type { Mapping } from "../import-field.ts";

/** What a person chose for files with the same names of columns; values of the farm are not among it. */
type Choice = Pick<Mapping, "uses" | "order" | "zone">;

const MAX_CHOICES = 20;
const keyOf = (clientId: string) => `import-columns ${clientId}`;

function choicesOf(clientId: string): Record<string, Choice> {
  const stored = deviceStorage.read(keyOf(clientId));
  return stored === null ? {} : (JSON.parse(stored) as Record<string, Choice>);
}

const nameOf = (title: string, { names }: Mapping) => `${title}: ${names.join("|")}`;

/** The mapping with what was chosen for such a file before. */
export function withRemembered(clientId: string, title: string, mapping: Mapping): Mapping {
  const choice = choicesOf(clientId)[nameOf(title, mapping)];
  return choice?.uses.length === mapping.uses.length
    ? { ...mapping, ...choice, isOrderSure: true, unclear: [] }
    : mapping;
}

export function remember(clientId: string, title: string, mapping: Mapping): void {
  const { uses, order, zone } = mapping;
  const { [nameOf(title, mapping)]: _, ...others } = choicesOf(clientId);
  const kept = Object.entries(others).slice(1 - MAX_CHOICES);
  const next = Object.fromEntries([...kept, [nameOf(title, mapping), { uses, order, zone }]]);
  deviceStorage.write(keyOf(clientId), JSON.stringify(next));
}
