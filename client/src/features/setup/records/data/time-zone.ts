import type { RelatedRecords } from "./screen-config.ts";

/** Where nothing says otherwise. */
export const DEFAULT_TIMEZONE = "America/Sao_Paulo";

/** The clock of what belongs to no farm: that of the client's first one. */
export function firstTimeZone(lists: RelatedRecords): string {
  return lists.of("farm")[0]?.timezone ?? DEFAULT_TIMEZONE;
}
