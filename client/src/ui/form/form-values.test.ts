import { Longitude } from "@lamina/shared/core/record";
import { FarmFields } from "@lamina/shared/records/farm";
import { WateringFields } from "@lamina/shared/records/irrigation";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import { expect, it } from "vitest";
import { fromFormValues, toFormValue, toFormValues } from "./form-values.ts";
import { readFields } from "./read-fields.ts";

it("rounds computed values to the decimals that a user would type", () => {
  const written = toFormValues(WateringFields, { grossMm: 0.8401737457828542, hours: 0.517338798828125, percent: 100 });
  expect(written).toMatchObject({ grossMm: "0,84", hours: "0,52", percent: "100" });
});

it("asks about a number of two meanings, unless only one of them is possible", () => {
  const altitude = fromFormValues(FarmFields, { altitude: "1.160", lat: "-15.789", areaHa: "1.160,5" });
  expect(altitude).toEqual({ altitude: "1.160", lat: -15.789, areaHa: 1160.5 });
  const { rules } = readFields(FarmFields, altitude);
  expect(fieldErrors(rules).altitude).toBe("“1.160” é 1160 ou 1,160? Escreva de um destes modos.");
});

it("keeps six decimals of degrees", () => {
  expect(toFormValue(Longitude, -46.868871)).toBe("-46,868871");
});
