import type { RelatedRecords } from "./screen-config.ts";

/** The default zone. */
export const DEFAULT_TIMEZONE = "America/Sao_Paulo";

/** The zone of records without a farm: that of the client's first farm. */
export function firstTimeZone(lists: RelatedRecords): string {
  return lists.of("farm")[0]?.timezone ?? DEFAULT_TIMEZONE;
}
