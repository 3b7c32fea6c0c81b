import type { FieldErrors } from "../../../ui/form/issue-text.ts";
import type { FieldsOf } from "../records/data/record-view.ts";
import { text } from "./text.ts";

/** Rain falls on a farm or on one sector of it. */
export function rainErrors({ farmId, sectorId }: Partial<FieldsOf<"rain">>): FieldErrors {
  if (!farmId && !sectorId) return { farmId: text.rain.placeMissing };
  return farmId && sectorId ? { sectorId: text.rain.placeTwice } : {};
}
