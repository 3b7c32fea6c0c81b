import { addDays, farmDays } from "@lamina/shared/farm-time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { computeSeason } from "../agronomy/cli/season-compute.ts";
import { readSeasonFile } from "../agronomy/cli/season-file.ts";
import { readReference } from "../agronomy/testing/reference.ts";
import { rains } from "../weather/table.ts";
import { balances, waterings } from "./table.ts";
import { describeDatabases } from "./testing/databases.ts";
import { openIrrigation, plantField, times, watering } from "./testing/field.ts";

interface ReferenceFile {
  scenarios: { id: string; columns: string[]; daily: (string | number | null)[][] }[];
}

describeDatabases("balance", (database) => {
  it("gives the reference season through the service", async () => {
    const file = readReference<ReferenceFile>("pyfao56-season.json");
    const scenario = file.scenarios.find(({ id }) => id === "open-B-single");
    if (!scenario) throw new Error("no reference season");
    const [read] = readSeasonFile(JSON.stringify({ scenarios: [scenario] }));
    if (!read) throw new Error("unreadable");
    const { rows: expected } = computeSeason(read);
    const cell = (row: number, name: string) => scenario.daily[row]?.[scenario.columns.indexOf(name)] ?? null;
    const dates = scenario.daily.map((_, row) => String(cell(row, "date")));
    const [from = "", to = ""] = [dates[0], dates.at(-1)];
    const field = await plantField(database(), {
      id: "reference",
      from,
      to,
      weather: (_date, index) => ({ eto: Number(cell(index, "ET0")), rain: Number(cell(index, "P")) }),
      pivot: { efficiencyPct: 100 },
      soil: { layers: [{ depthCm: 200, fcPct: 20.5, wpPct: 9.8 }] },
      crop: {
        stages: [35, 50, 46, 39].map((days, index) => ({ name: `${index}`, days, kc: 0.5 })),
        kcIni: 0.35,
        kcMid: 1.15,
        kcEnd: 0.6,
        rootIniCm: 20,
        rootMaxCm: 140,
        p: 0.65,
      },
      season: { initialMoisturePct: 50 },
    });
    const applied = dates.flatMap((date, row) => {
      const mm = Number(cell(row, "I") ?? 0);
      return mm > 0 ? [{ ...watering(field, `reference-${date}`, `${date}T15:00:00Z`, mm), netMm: mm }] : [];
    });
    await database().insert(waterings).values(applied);
    // All rain counts in the reference.
    const { irrigation } = openIrrigation(database(), `${addDays(to, 1)}T12:00:00Z`);
    await database().execute(`insert into configs (_id, client_id, created_at, updated_at, active, decision_time, eto_source, forecast_source,
      status_margins, stale_limits, units, rain_effective, language, alert_channels) values ('reference-config', 'reference-client', now(), now(), true, '07:00',
      'station', 'simulated', '{"waitDays":1,"sensorMarginPct":2,"differencePct":20}', '{"weatherMin":180,"soilMin":180,"pivotMin":60}', '{"depth":"mm"}',
      '{"method":"all","minFracEto":0}', 'pt-BR', '[]')`);
    await irrigation.settle();
    const rows = await irrigation.balance(field.sectorId, from, to);
    expect(rows).toHaveLength(expected.length);
    for (const [index, row] of rows.entries()) {
      expect(row.dr).toBeCloseTo(expected[index]?.dr ?? Number.NaN, 3);
      expect(row.ks).toBeCloseTo(expected[index]?.ks ?? Number.NaN, 3);
      expect(row.dr).toBeCloseTo(Number(cell(index, "Dr")), 3);
      expect(row.dp).toBeCloseTo(Number(cell(index, "DP")), 3);
    }
  });

  it("is quick: 200 days of 40 sectors", async () => {
    const from = "2025-10-01";
    const field = await plantField(database(), { id: "large", from, to: addDays(from, 199), sectors: 40 });
    await database()
      .insert(waterings)
      .values(
        field.sectorIds.flatMap((sectorId) =>
          farmDays(from, addDays(from, 199))
            .filter((_, index) => index % 4 === 0)
            .map((date) => watering({ ...field, sectorId }, `${sectorId}-${date}`, `${date}T12:00:00Z`)),
        ),
      );
    const { irrigation } = openIrrigation(database(), `${addDays(from, 200)}T12:00:00Z`);
    await irrigation.settle();
    const first = await database().select().from(balances).where(eq(balances.sectorId, field.sectorId));
    await irrigation.markStale(field.clientId, field.sectorIds, from);
    const started = performance.now();
    await irrigation.settle();
    const took = performance.now() - started;
    console.log("took", took, first.length);
    expect(took).toBeLessThan(3000);
  });
});
void rains;
void times;
