import type { Reason } from "@lamina/shared/records/recommendation";
import { screenOf } from "@lamina/shared/screens/screens";
import { expect, it } from "vitest";
import { waterPermits } from "../../../schema/farms.ts";
import { describeDatabases } from "../../testing/databases.ts";
import { addForecast, MORNING, openIrrigation, plantSeason, TODAY, times } from "../../testing/field.ts";
import { sourceLink } from "../advice/source-links.ts";

describeDatabases("the source of a reason", (database) => {
  it("has a link in the recommendation and in the plan", async () => {
    const { clientId, farmId, sectorId } = await plantSeason(database(), "links");
    await addForecast(database(), farmId, TODAY, [{ rain: 1 }, { rain: 2 }]);
    const permit = { _id: "links-permit", ...times, clientId, farmId, pivotIds: [], number: "1", m3Month: 1e6 };
    await database()
      .insert(waterPermits)
      .values({ ...permit, hoursDay: 8 });
    const { irrigation } = openIrrigation(database(), MORNING);
    await irrigation.settle();
    const { recommendations, plans } = await irrigation.decisions.overview({ clientIds: [clientId] });
    const decided = recommendations.get(sectorId)?.reasons ?? [];
    const planned = plans.flatMap(({ items, unplaced }) => [...items, ...unplaced].flatMap(({ reasons }) => reasons));
    const sources = (reasons: readonly Reason[]) => new Set(reasons.map(({ source }) => source));
    expect(sources(decided)).toEqual(
      expect.toSatisfy((found: Set<string>) =>
        ["balance", "station", "forecast", "machine", "crop", "permit"].every((one) => found.has(one)),
      ),
    );
    expect(sources(planned)).toContain("permit");
    for (const { source, link } of [...decided, ...planned].filter((one) => one.source !== null)) {
      expect(link, `${source}`).toContain(`cliente=${clientId}`);
      expect(screenOf(link ?? ""), `${link}`).toBeDefined();
    }
  });

  it("of recorded water is the list of irrigations or that of rains, and of missing data that of its device", () => {
    const pivot = { clientId: "c", farmId: "f", _id: "p", waterSourceId: null } as never;
    const of = (source: string | null, key = "dr") => sourceLink({ source, key }, { site: { pivot } });
    expect(of("manual", "irrNet")).toBe("/setup/watering?cliente=c&parte=irrigacoes");
    expect(of("manual", "rainEff")).toBe("/setup/watering?cliente=c&parte=chuvas");
    expect(of("PLU-03", "stale-rain")).toBe("/charts/pluviometry?cliente=c&fazenda=f");
    expect(of("PLU-03", "rainEff")).toBe("/charts/pluviometry?cliente=c&fazenda=f");
    expect(of("EST-01", "stale-station")).toBe("/setup/device?cliente=c&parte=equipamentos");
    expect(of(null)).toBeNull();
    // Without a season there is no report to open.
    expect(of("balance")).toBeNull();
  });
});
