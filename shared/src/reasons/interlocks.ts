/** The reasons against a command, most binding first. Those of `overridable` a person may override, by name and with a reason. */
export const interlockIds = [
  "expired",
  "no-right",
  "no-panel",
  "out-of-service",
  "panel-maintenance",
  "stale",
  "clock-off",
  "fault",
  "fault-unseen",
  "stop-open",
  "command-open",
  "unproved",
  "already-running",
  "not-running",
  "wet-direction",
  "shared-pump",
  "capacity",
  "permit",
  "peak-tariff",
] as const;
export type InterlockId = (typeof interlockIds)[number];

export const overridable: readonly InterlockId[] = ["permit", "peak-tariff"];
