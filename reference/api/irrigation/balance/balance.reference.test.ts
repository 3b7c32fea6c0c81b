import { readReference } from "@lamina/agronomy/testing/reference";
import { addDays } from "@lamina/shared/core/farm-time";
import { ConfigFields } from "@lamina/shared/records/config";
import { expect, it } from "vitest";
import { computeSeason } from "../../../../tools/agronomy/season/season-compute.ts";
import { readSeasonFile } from "../../../../tools/agronomy/season/season-file.ts";
import { adjustments, waterings } from "../../schema/irrigation.ts";
import { configs } from "../../schema/settings.ts";
import { describeDatabases } from "../testing/databases.ts";
import { openIrrigation, plantField, settings, watering } from "../testing/field.ts";

interface ReferenceFile {
  scenarios: { id: string; columns: string[]; daily: (string | number | null)[][] }[];
}

describeDatabases("the balance of a sector", (database) => {
  it.each([
    { id: "open-B-single", kcMethod: "single" as const, crop: { kcIni: 0.35, kcMid: 1.15, kcEnd: 0.6 } },
    {
      id: "open-A-dual",
      kcMethod: "dual" as const,
      crop: { kcIni: 0.35, kcMid: 1.15, kcEnd: 0.6, kcbIni: 0.15, kcbMid: 1.225, kcbEnd: 0.5, heightM: 1.2 },
    },
  ])("equals the engine on the reference season $id", async ({ id, kcMethod, crop }) => {
    const file = readReference<ReferenceFile>("pyfao56-season.json");
    const scenario = file.scenarios.find((other) => other.id === id);
    if (!scenario) throw new Error("no such season");
    const cell = (row: number, name: string) => scenario.daily[row]?.[scenario.columns.indexOf(name)] ?? null;
    const dates = scenario.daily.map((_, row) => String(cell(row, "date")));
    const [from = "", to = ""] = [dates[0], dates.at(-1)];
    // A farm's soil has layers only, so both use the engine's default evaporation layer.
    const { Ze: _ze, REW: _rew, ...soil } = (scenario as unknown as { soil: Record<string, number> }).soil;
    const [read] = readSeasonFile(JSON.stringify({ scenarios: [{ ...scenario, soil }] }));
    if (!read) throw new Error("unreadable");
    const { rows: expected } = computeSeason(read);
    const field = await plantField(database(), {
      id,
      from,
      to,
      weather: (_date, index) => ({
        eto: Number(cell(index, "ET0")),
        rain: Number(cell(index, "P")),
        // At 3 m in the file, at 2 m on the farm.
        wind2m: (Number(cell(index, "wind")) * 4.87) / Math.log(67.8 * 3 - 5.42),
        rhMin: Number(cell(index, "RHmin")),
      }),
      pivot: { efficiencyPct: 100 },
      soil: { layers: [{ depthCm: 200, fcPct: 20.5, wpPct: 9.8 }] },
      crop: {
        ...crop,
        stages: [35, 50, 46, 39].map((days, index) => ({ name: `${index}`, days, kc: 0.5 })),
        rootIniCm: 20,
        rootMaxCm: 140,
        p: 0.65,
      },
      // The file's soil is at field capacity below the first roots, and half full in them: so they are on the first evening.
      season: { initialWater: "full", initialMoisturePct: null, kcMethod },
    });
    const own = { clientId: field.clientId, createdAt: new Date(), updatedAt: new Date(), userId: "u", userName: "u" };
    await database()
      .insert(adjustments)
      .values({ ...own, _id: id, sectorId: field.sectorId, date: from, drMm: expected[0]?.dr ?? 0, reason: "file" });
    // The reference counts all rain, and its coefficients already match its climate.
    const advice = { ...ConfigFields.parse({}).advice, kcByClimate: false };
    await database()
      .insert(configs)
      .values(settings(field.clientId, { rainEffective: { method: "all", minFracEto: 0 }, advice }));
    const applied = dates.flatMap((date, row) => {
      const mm = Number(cell(row, "I") ?? 0);
      return mm > 0 ? [{ ...watering(field, `${id}-${date}`, `${date}T15:00:00Z`, mm), netMm: mm }] : [];
    });
    await database().insert(waterings).values(applied);
    const { irrigation } = openIrrigation(database(), `${addDays(to, 1)}T12:00:00Z`);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, from, to);
    expect(rows).toHaveLength(expected.length);
    for (const [index, row] of rows.entries()) {
      const engine = expected[index];
      if (!engine) throw new Error("a row too many");
      expect(row.dr).toBeCloseTo(engine.dr, 3);
      expect(row.kc).toBeCloseTo(engine.kc, 3);
      expect(row.ks).toBeCloseTo(engine.ks, 3);
      expect(row.etcAdj).toBeCloseTo(engine.etcAdj, 3);
      expect(row.taw).toBeCloseTo(engine.taw, 3);
      expect(row.dp).toBeCloseTo(engine.dp, 3);
      if (kcMethod === "single") expect(Math.abs(row.dr - Number(cell(index, "Dr")))).toBeLessThan(0.05);
    }
  });
});
