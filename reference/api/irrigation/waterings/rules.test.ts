import { Watering } from "@lamina/shared/records/irrigation";
import { ruleText } from "@lamina/shared/rules/rule-text";
import { expect, it } from "vitest";
import { applicationOf } from "./application.ts";
import { depthErrors } from "./rules.ts";

const machine = { areaHa: 100, flowM3h: 400, efficiencyPct: 85, maxHoursDay: 24, pumpKw: 0 };
const errors = (given: Parameters<typeof applicationOf>[0]) => depthErrors(applicationOf(given, machine)).map(ruleText);

it("accepts a depth above 0 and up to 100 mm", () => {
  expect(errors({ grossMm: 0.1 })).toEqual([]);
  expect(errors({ grossMm: 100 })).toEqual([]);
});

it("says which limit a depth breaks", () => {
  expect(errors({ grossMm: 0 })).toEqual(["A lâmina deve ser maior que 0 mm."]);
  expect(errors({ hours: 0 })).toEqual(["A lâmina deve ser maior que 0 mm."]);
  // 251 h · 400 m³/h on 100 ha.
  expect(errors({ hours: 251 })).toEqual(["Deve ser no máximo 100 mm."]);
  expect(errors({ percent: 50 })).toEqual(["Informe a lâmina; este sistema não tem percentímetro."]);
});

it("what follows from an accepted depth is readable in the stored record", () => {
  const panel = { depth100Mm: 5.2, time100H: 12.8, minPercent: 10 };
  for (const grossMm of [0.1, 100]) {
    for (const each of [machine, { ...machine, panel }, { ...machine, panel, areaHa: 1, flowM3h: 5000 }]) {
      const stored = applicationOf({ grossMm }, each);
      expect(Watering.pick({ grossMm: true, netMm: true, percent: true, hours: true }).safeParse(stored).error).toBe(
        undefined,
      );
    }
  }
});
