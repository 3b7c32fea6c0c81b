import { TypeChart } from "@lamina/shared/records/client";
import { describe, expect, it } from "vitest";
import { buildCards } from "../board.ts";
import { irrigameter } from "../testing/fixtures.ts";
import { sourceLink } from "./why-links.ts";
import { whyText } from "./why-text.ts";

const part = buildCards(irrigameter(), TypeChart.pivot, "calculated")
  .flatMap((unit) => unit.sectors.map((card) => ({ unit, card })))
  .find(({ card }) => card.season !== null);

describe("the source of a term", () => {
  const linkOf = (source: string, key = "dr") => part && sourceLink({ source, key }, part)?.to;

  it.each(Object.keys(whyText.sources))("%s has a page that shows or changes it", (source) => {
    expect(linkOf(source)).toMatch(/^[/?]/);
  });

  it("of data that a device did not send is the page of its measurements, whatever its serial", () => {
    expect(linkOf("PLU-03", "stale-rain")).toContain("/charts/pluviometry");
    expect(linkOf("EST-01", "stale-station")).toContain("/setup/device");
  });

  it("of recorded water is the list of irrigations or that of rains, by its term", () => {
    expect(linkOf("manual", "irrNet")).toContain("parte=irrigacoes");
    expect(linkOf("manual", "rainEff")).toContain("parte=chuvas");
  });

  it("of the season's own climate has a name in Portuguese", () => {
    expect(whyText.sources.climate).toBe("clima da safra");
  });
});
