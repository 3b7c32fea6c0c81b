import { type ConfigFields, ConfigFields as Fields, type TariffWindow } from "@lamina/shared/records/config";
import type * as z from "zod";
import type { configs, tariffs } from "../../api/schema/settings.ts";
import { BOA_ESPERANCA, demoClientIds, SANTA_CLARA } from "./clients.ts";
import type { DemoRecord } from "./record.ts";

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];
const WEEKEND = [0, 6];

/** The demo works without internet: its forecasts come from the climate of its simulated weather. */
const settings: z.output<typeof ConfigFields> = { ...Fields.parse({}), forecastSource: "simulated" };

export const demoConfig = (clientId: string): DemoRecord<typeof configs> => ({
  _id: `${clientId}-config`,
  clientId,
  ...settings,
});

export const demoConfigs = demoClientIds.map(demoConfig);

/**
 * A green tariff for irrigators: the reserved time 21:30–06:00 with its discount, ponta 18–21 h on workdays, fora ponta
 * otherwise.
 */
export function irrigatorWindows(brlKwh: { reserved: number; peak: number; offpeak: number }): TariffWindow[] {
  return [
    { days: EVERY_DAY, from: "21:30", to: "06:00", kind: "reserved", brlKwh: brlKwh.reserved },
    { days: WORKDAYS, from: "18:00", to: "21:00", kind: "peak", brlKwh: brlKwh.peak },
    { days: WORKDAYS, from: "06:00", to: "18:00", kind: "offpeak", brlKwh: brlKwh.offpeak },
    { days: WORKDAYS, from: "21:00", to: "21:30", kind: "offpeak", brlKwh: brlKwh.offpeak },
    { days: WEEKEND, from: "06:00", to: "21:30", kind: "offpeak", brlKwh: brlKwh.offpeak },
  ];
}

export const demoTariffs: DemoRecord<typeof tariffs>[] = [
  {
    _id: "demo-tarifa-santa-clara",
    clientId: SANTA_CLARA,
    name: "Verde A4 irrigante (Coelba)",
    windows: irrigatorWindows({ reserved: 0.142, peak: 2.318, offpeak: 0.447 }),
    demandKw: 530,
    demandBrlKw: 24.9,
  },
  {
    _id: "demo-tarifa-boa-esperanca",
    clientId: BOA_ESPERANCA,
    name: "Verde A4 irrigante (CPFL)",
    windows: irrigatorWindows({ reserved: 0.118, peak: 1.964, offpeak: 0.398 }),
    demandKw: 110,
    demandBrlKw: 19.6,
  },
];
