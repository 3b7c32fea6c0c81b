import { expect, it } from "vitest";
import { converter, unitInName, unitOf } from "./units.ts";

it.each([
  ["Chuva (mm)", "mm"],
  ["Temp - °F", "°F"],
  ["Barometer - in Hg", "inHg"],
  ["Avg Wind Speed - mph", "mph"],
  ["Solar Rad - W/m^2", "W/m²"],
  ["RADIACAO GLOBAL (Kj/m²)", "kJ/m²"],
  ["PRESSAO ATMOSFERICA AO NIVEL DA ESTACAO, HORARIA (mB)", "mbar"],
  ["VENTO, DIREÇÃO HORARIA (gr) (° (gr))", "°"],
  ["Radiacao (KJ/m²)", "kJ/m²"],
  ["Slr_kJ_Tot", "kJ/m²"],
  ["BP_mbar_Avg", "mbar"],
  ["AirTC_Avg", "°C"],
  ["Sol Rad (Ly/day)", "Ly/dia"],
  ["Observação", undefined],
  ["Temp", undefined],
])("the unit of %j is %s", (name, unit) => {
  expect(unitInName(name)).toBe(unit);
});

it("converts to the unit of the record", () => {
  const all = [
    ["°F", "°C", 70.4],
    ["mph", "m/s", 10],
    ["inHg", "kPa", 29.4],
    ["kJ/m²", "W/m²", 3600],
    ["m³/m³", "% vol", 0.273],
    ["in", "mm", 0.5],
    ["mm", "°C", 1],
  ] as const;
  expect(all.map(([from, to, value]) => converter(from, to)?.(value))).toEqual([
    21.3333333333,
    4.4704,
    expect.closeTo(99.56, 2),
    1000,
    27.3,
    12.7,
    undefined,
  ]);
  // 132.4 kJ/m² in a minute.
  expect(converter("kJ/m²", "W/m²", 1 / 60)?.(132.4)).toBeCloseTo(2206.7, 1);
  expect(["meters/second", "Deg C", "cbar", "°c"].map(unitOf)).toEqual(["m/s", "°C", "cbar", "°C"]);
});
