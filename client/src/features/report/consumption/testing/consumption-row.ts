import type { ConsumptionRow } from "@lamina/shared/views/report";

/** A month of a pivot with its volume in m³. */
export const consumptionRow = (
  month: string,
  pivotId: string,
  m3: number,
  change: Partial<ConsumptionRow> = {},
): ConsumptionRow => ({
  month,
  pivotId,
  pivotName: pivotId,
  farmId: "f1",
  farmName: "Buriti",
  mm: m3 / 500,
  m3,
  m3Ha: m3 / 50,
  hours: m3 / 300,
  flowM3h: 300,
  kwh: m3 / 3,
  kwhMm: 100,
  brl: { peak: 1, offpeak: 2, reserved: 3 },
  brlTotal: 6,
  brlHa: 0.1,
  origin: "measured",
  knownBy: "panel",
  ...change,
});
