import { Longitude } from "@lamina/shared/core/record";
import { WateringFields } from "@lamina/shared/records/irrigation";
import { expect, it } from "vitest";
import { toFormValue, toFormValues } from "./form-values.ts";

it("rounds computed values to the decimals that a user would type", () => {
  const written = toFormValues(WateringFields, { grossMm: 0.8401737457828542, hours: 0.517338798828125, percent: 100 });
  expect(written).toMatchObject({ grossMm: "0,84", hours: "0,52", percent: "100" });
});

it("keeps six decimals of degrees", () => {
  expect(toFormValue(Longitude, -46.868871)).toBe("-46,868871");
});
