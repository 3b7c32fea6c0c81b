import type { Recommendation } from "@lamina/shared/records/recommendation";
import { recommendedRun } from "@lamina/shared/records/run-figures";
import { describe, expect, it } from "vitest";
import { recommendationRow } from "../testing/fixtures.ts";
import { whyTerms } from "./why-terms.ts";
import { whyText } from "./why-text.ts";

const termsOf = (given: Recommendation) => whyTerms(given, recommendedRun(given));

const keys = (reasons: readonly { key: string }[]) => reasons.map(({ key }) => key);
const reason = (key: string, value: number | string, source = "balance") => ({
  key,
  value,
  unit: "mm",
  source,
  at: null,
});

describe("the explanation", () => {
  it("lists the balance in order, so that it adds up, apart from the other reasons", () => {
    const { balance, rules } = termsOf({
      ...recommendationRow(),
      reasons: [...recommendationRow().reasons].reverse(),
    });
    expect(keys(balance)).toEqual(["drBefore", "etcAdj", "rainEff", "irrNet", "dp", "drEnd"]);
    expect(keys(rules)).toEqual(["raw", "etc", "lookAhead", "interval"]);
    const value = (key: string) => Number(balance.find((term) => term.key === key)?.value);
    expect(value("drBefore") + value("etcAdj") - value("rainEff") - value("irrNet") + value("dp")).toBeCloseTo(
      value("drEnd"),
    );
  });

  it("shows the current depletion separately when it has changed since the last day", () => {
    const rain = { key: "rainToday", value: 5, unit: "mm", source: "station", at: "2026-05-14" };
    const { balance } = termsOf(recommendationRow({ reasons: [...recommendationRow().reasons, rain] }));
    expect(keys(balance).slice(-3)).toEqual(["drEnd", "rainToday", "drNow"]);
  });

  it("leads from the deficit to the depth in terms that add up, then to passes, setting and hours", () => {
    const given = recommendationRow({
      netMm: 27.2,
      grossMm: 32,
      passes: 2,
      depthPerPassMm: 16,
      percent: 32.4,
      leftMm: 6.1,
      reasons: [
        reason("dr", 45),
        reason("roomForRain", 3.5, "forecast"),
        reason("limit-emergence", 33.3, "crop"),
        reason("panelLimit", "soil", "machine"),
        reason("passLimit", 16.5, "soil"),
      ],
    });
    const { depth, run } = termsOf(given);
    const value = (key: string) => Number(depth.find((term) => term.key === key)?.value ?? 0);
    expect(keys(depth)).toEqual([
      "dr",
      "roomForRain",
      "limit-emergence",
      "deficitLeft",
      "net",
      "efficiency",
      "gross",
      "passLimit",
    ]);
    expect(value("dr") - value("roomForRain") - value("limit-emergence") - value("deficitLeft")).toBeCloseTo(27.2);
    expect((100 * value("net")) / value("efficiency")).toBeCloseTo(value("gross"));
    expect(run.map(({ key, value: one }) => [key, one])).toEqual([
      ["passes", 2],
      ["depthPerPass", 16],
      ["percent", 32],
      ["hoursRev", 37.9],
    ]);
  });

  it("shows the coefficient and, where the season's weather changed it, that of the table", () => {
    const kc = { ...reason("kc", 1.23, "climate"), unit: null };
    const given = recommendationRow({ reasons: [kc, { ...kc, key: "kcTable", value: 1.15, source: "crop" }] });
    expect(keys(termsOf(given).rules)).toEqual(expect.arrayContaining(["kc", "kcTable"]));
  });

  it("says what limits the depth, also where the machine gives none", () => {
    const given = recommendationRow({ action: "none", grossMm: null, reasons: [reason("panelLimit", "lightest")] });
    expect(keys(termsOf(given).rules)).toContain("panelLimit");
    expect(whyText.words).toHaveProperty("lightest");
  });

  it("names the deficit of yesterday's decision as such, beside the present one", () => {
    const drNow = { ...reason("drNow", 30), at: "2026-05-15" };
    const given = recommendationRow({ reasons: [drNow, reason("dr", 25.4)] });
    expect(given.date < drNow.at).toBe(true);
    const { depth } = termsOf(given);
    expect(depth[0]).toMatchObject({ key: "drDecided", value: 25.4, at: given.computedAt });
  });

  it("names the water added by the panel's rounding or the shared run", () => {
    const given = recommendationRow({ reasons: [reason("dr", 10)] });
    expect(keys(termsOf(given).depth)).toContain("rounding");
    const replaces = { grossMm: 11, percent: 31, passes: 1, why: "shared-setting" as const, excessMm: 0, deficitMm: 0 };
    expect(keys(termsOf({ ...given, replaces }).depth)).toContain("sharedRun");
    expect(keys(termsOf({ ...given, percent: 100 }).depth)).toContain("lightest");
    expect(termsOf({ ...given, action: "wait" }).depth).toEqual([]);
  });
});
