import { expect, it } from "vitest";
import type { ChartModel } from "./model.ts";
import { summary } from "./summary.ts";

it("gives range, last value and gaps", () => {
  const at = [0, 1, 2, 3, 4];
  const one = { unit: "°C", shape: "line", tone: 1, axis: "t", step: "raw", at } as const;
  const model: ChartModel = {
    title: "Temperatura",
    timeZone: "America/Cuiaba",
    from: 0,
    to: 5,
    axes: [],
    series: [
      { ...one, key: "a", name: "Sede", value: [18, null, null, 26.5, 21] },
      { ...one, key: "b", name: "Norte", value: [null, null, null, null, null] },
    ],
  };
  expect(summary(model)).toBe(
    "Temperatura. Sede: de 18,0 °C a 26,5 °C, última 21,0 °C, 1 falha. Norte: sem leitura no período",
  );
});
