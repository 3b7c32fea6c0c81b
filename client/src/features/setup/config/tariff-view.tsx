import { wordOptions } from "../records/options.ts";
import { recordView } from "../records/record-view.ts";
import { text } from "./text.ts";
import { WeekGrid } from "./week-grid.tsx";

const words = text.tariff;

/** Electricity tariffs with their windows over the week. */
export const tariffView = recordView<"tariff">({
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
      { days: [0, 1, 2, 3, 4, 5, 6], from: "21:30", to: "06:00", kind: "reserved", brlKwh: 0.15 },
      { days: [1, 2, 3, 4, 5], from: "18:00", to: "21:00", kind: "peak", brlKwh: 2.3 },
      { days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "offpeak", brlKwh: 0.45 },
    ],
  }),
  nameOf: ({ name }) => name,
  Below: WeekGrid,
});
