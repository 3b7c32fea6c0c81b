import { describe, expect, it } from "vitest";
import { sectorDetail } from "../testing/fixtures.ts";
import { balanceModel, simulationModel } from "./balance-model.ts";

const given = { title: "Balanço hídrico, Pivô 01", timeZone: "America/Cuiaba", today: "2026-05-14" };

describe("the chart of a sector", () => {
  const detail = sectorDetail();
  const model = balanceModel(detail, given);
  const series = (key: string) => model?.series.find((one) => one.key === key);

  it("covers 30 past days and 7 future days, cut at the farm's midnight", () => {
    expect(model?.from).toBe(Date.parse("2026-04-14T04:00:00Z"));
    expect(model?.to).toBe(Date.parse("2026-05-21T04:00:00Z"));
    expect(series("dr")?.at).toHaveLength(37);
    expect(series("dr")?.projectedFrom).toBe(Date.parse("2026-05-14T04:00:00Z"));
  });

  it("names the day of the header's first values, because the cards show the current ones", () => {
    expect(model?.lastLabel).toBe("Balanço fechado em 13/05");
  });

  it("draws the depletion downwards from 0, with AFD and CAD as they grow with the root", () => {
    expect(model?.axes[0]).toMatchObject({ key: "dr", inverse: true, include: expect.arrayContaining([0, 58]) });
    expect(series("afd")?.value[0]).toBeLessThan(series("afd")?.value.at(-1) ?? 0);
    expect(series("cad")?.shape).toBe("line");
  });

  it("shows the range between the depletion with and without the rain", () => {
    const band = series("band");
    expect(band?.at).toHaveLength(7);
    expect(band?.value[3]).toBeLessThan(band?.upper?.[3] ?? 0);
    expect(band?.name).toContain("80 %");
  });

  it("is null without a day", () => {
    const days = { withRain: [], withoutRain: [], rainProbPct: [] };
    const empty = { past: [], projection: { ...days, irrigateOn: null, irrigateOnWithoutRain: null }, rain: [] };
    expect(balanceModel(empty, given)).toBeNull();
    expect(simulationModel(empty.projection, empty.projection, given)).toBeNull();
  });
});

it("compares a simulation with no irrigation", () => {
  const { projection } = sectorDetail();
  const model = simulationModel(projection, projection, given);
  expect(model?.series.map(({ key }) => key)).toEqual(["nothing", "simulated"]);
  expect(model?.marks?.map(({ from }) => from)).toEqual([31, 58]);
});
