import { isDeepStrictEqual } from "node:util";
import type { Config } from "@lamina/shared/records/config";
import type { RecordChanged } from "../core/record-changed.ts";

/** Settings of a client that are no fact of a balance or of an advice. */
const OTHER_SETTINGS: readonly (keyof Config)[] = ["alertChannels", "language", "units", "updatedAt"];

/** The changes that may change a balance or an advice: a new channel of the alerts must not move a start. */
export function changedFacts(changes: readonly RecordChanged[]): RecordChanged[] {
  return changes.filter((change) => {
    if (change.entity !== "Config" || !change.before || !change.after) return true;
    return !isDeepStrictEqual(factsOf(change.before), factsOf(change.after));
  });
}

const factsOf = (config: Config) =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !OTHER_SETTINGS.some((other) => other === key)));
