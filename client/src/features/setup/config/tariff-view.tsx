import { checkTariff } from "@lamina/shared/records/config";
import { unusualTariff } from "@lamina/shared/records/unusual";
import { wordOptions } from "../records/data/options.ts";
import type { AnyScreenConfig, RecordScreenConfig } from "../records/data/screen-config.ts";
import { TariffWindows } from "./tariff-windows.tsx";
import { text } from "./text.ts";

const words = text.tariff;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];
const WORKDAYS = [1, 2, 3, 4, 5];

/** Electricity tariffs with their windows over the week. */
export const tariffView: AnyScreenConfig = {
  entity: "tariff",
  icon: "gauge",
  words: words.words,
  uses: [],
  columns: () => [
    { key: "name", header: words.name, value: ({ name }) => name },
    {
      key: "low",
      header: words.cheapest,
      unit: "R$/kWh",
      kind: "number",
      decimals: 3,
      value: ({ windows }) => Math.min(...windows.map(({ brlKwh }) => brlKwh)),
    },
    {
      key: "high",
      header: words.highest,
      unit: "R$/kWh",
      kind: "number",
      decimals: 3,
      value: ({ windows }) => Math.max(...windows.map(({ brlKwh }) => brlKwh)),
    },
    { key: "windows", header: words.windowCount, kind: "number", decimals: 0, value: ({ windows }) => windows.length },
    { key: "demand", header: words.demand, unit: "kW", kind: "number", value: ({ demandKw }) => demandKw ?? null },
  ],
  groups: () => [
    {
      title: words.identity,
      fields: [
        { path: "name", label: words.name },
        { path: "demandKw", label: words.demand },
        { path: "demandBrlKw", label: words.demandPrice },
      ],
    },
    {
      title: words.windows,
      hint: words.windowsHint,
      fields: [
        {
          path: "windows",
          label: words.windows,
          widget: TariffWindows,
          rows: {
            add: words.addWindow,
            name: words.window,
            fields: [
              { path: "from", label: words.from, widget: "time" },
              { path: "to", label: words.to, widget: "time" },
              { path: "kind", label: words.kind, options: wordOptions(words.kinds) },
              { path: "brlKwh", label: words.price },
              {
                path: "days",
                label: words.days,
                wide: true,
                options: words.dayShort.map((label, day) => ({ value: String(day), label })),
              },
            ],
          },
        },
      ],
    },
  ],
  start: () => ({
    windows: [
      { days: EVERY_DAY, from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.15 },
      { days: WORKDAYS, from: "18:00", to: "21:00", kind: "peak", brlKwh: 2.3 },
      { days: WORKDAYS, from: "06:00", to: "18:00", kind: "offpeak", brlKwh: 0.45 },
      { days: WORKDAYS, from: "21:00", to: "21:30", kind: "offpeak", brlKwh: 0.45 },
      { days: [0, 6], from: "06:00", to: "21:30", kind: "offpeak", brlKwh: 0.45 },
    ],
  }),
  check: checkTariff,
  unusual: unusualTariff,
  nameOf: ({ name }) => name,
} satisfies RecordScreenConfig<"tariff">;
