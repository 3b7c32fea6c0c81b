import type { WateringFields } from "@lamina/shared/irrigation";
import type * as z from "zod";
import type { FieldError } from "../../http/problem.ts";
import type { Application } from "./application.ts";
import { LONGEST_WATERING_MS } from "./watering-overlap.ts";

const DAY_MS = 86_400_000;
/** Domain, 7: how far ahead a watering may be planned. */
const PLANNING_DAYS = 7;
/** Domain, 7: the deepest single watering, mm. */
const MAX_GROSS_MM = 100;

/** What is wrong with a watering whose fields are each valid. */
export function wateringErrors(
  { start, end, grossMm, percent, hours }: z.output<typeof WateringFields>,
  now: Date,
): FieldError[] {
  const errors: FieldError[] = [];
  if (grossMm === undefined && percent === undefined && hours === undefined)
    errors.push({ field: "grossMm", id: "required", message: "Informe a lâmina, o percentímetro ou as horas." });
  if (Date.parse(start) > now.getTime() + PLANNING_DAYS * DAY_MS)
    errors.push({
      field: "start",
      id: "too-far-ahead",
      message: `Programe no máximo ${PLANNING_DAYS} dias à frente.`,
    });
  if (end && Date.parse(end) < Date.parse(start))
    errors.push({ field: "end", id: "before-start", message: "O fim não pode vir antes do início." });
  // It is spread over its hours: one that ends in another decade would occupy everybody.
  if (end && Date.parse(end) - Date.parse(start) > LONGEST_WATERING_MS)
    errors.push({
      field: "end",
      id: "too-long",
      message: `Uma irrigação dura no máximo ${LONGEST_WATERING_MS / DAY_MS} dias.`,
    });
  return errors;
}

/** What is wrong with the depth that follows from what was given. */
export function depthErrors(application: Application | undefined): FieldError[] {
  if (application !== undefined && application.grossMm > 0 && application.grossMm <= MAX_GROSS_MM) return [];
  const message = `A lâmina deve ficar entre 0 e ${MAX_GROSS_MM} mm.`;
  return [{ field: "grossMm", id: "too-big", maximum: MAX_GROSS_MM, message }];
}
