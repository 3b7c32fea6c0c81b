import { expect, it } from "vitest";
import { soilHeatFlux, soilHeatFluxOfMonth } from "./soil-heat-flux.ts";

it("derives a month's flux (Eq. 43) from that of any period (Eq. 41): 2.1 MJ/(m³·°C), 2 m, two months", () => {
  expect(soilHeatFlux(2.1, 14.1, 18.8, 60, 2)).toBeCloseTo(soilHeatFluxOfMonth(14.1, 18.8), 10);
});
