import { addDays, daysBetween, farmDays } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Balance } from "@lamina/shared/records/balance";
import { and, eq, gte } from "drizzle-orm";
import { expect, it } from "vitest";
import { recordChanged } from "../../core/record-changed.ts";
import { soils } from "../../schema/farms.ts";
import { seasons, waterings } from "../../schema/irrigation.ts";
import { rains, weatherDays } from "../../schema/weather.ts";
import { countStatements } from "../testing/count-statements.ts";
import { describeDatabases } from "../testing/databases.ts";
import { addWeather, openIrrigation, plantField, times, watering } from "../testing/field.ts";

const FROM = "2026-01-10";

/** Depletion before a row, from its own terms. */
const before = ({ dr, etcAdj, rainEff, irrNet, dp, adjustedMm, rootsDr = 0, toSubsoil = 0 }: Balance) =>
  dr - rootsDr - etcAdj + rainEff + irrNet - toSubsoil - dp - adjustedMm;

describeDatabases("the balance of a sector", (database) => {
  it("changes every later row, and none before, when an irrigation ten days back is edited; a second computation changes nothing", async () => {
    const field = await plantField(database(), { id: "edit", from: FROM, to: addDays(FROM, 79) });
    const now = `${addDays(FROM, 80)}T12:00:00Z`;
    const { irrigation, events, emitted } = openIrrigation(database(), now);
    const edited = watering(field, "edit-w", `${addDays(FROM, 70)}T15:00:00Z`, 20);
    await database().insert(waterings).values(edited);
    await irrigation.settle();
    const read = () => irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    const first = await read();
    expect(first).toHaveLength(80);

    await database().update(waterings).set({ grossMm: 4, netMm: 3.4 }).where(eq(waterings._id, "edit-w"));
    const wire = { sectorId: field.sectorId, start: edited.start.toISOString() };
    await events.emit(
      "record",
      recordChanged("Watering", {
        clientId: field.clientId,
        recordId: "edit-w",
        before: wire,
        after: wire,
      }),
    );
    // A read after the event returns the new rows.
    const second = await read();
    expect(emitted).toContainEqual({
      name: "balance",
      event: { clientId: field.clientId, sectorIds: [field.sectorId], from: addDays(FROM, 70) },
    });
    expect(second.slice(0, 70)).toEqual(first.slice(0, 70));
    for (const [index, row] of second.slice(70).entries()) {
      expect(row.irrNet).toBe(index === 0 ? 3.4 : 0);
      expect(row.dr).toBeGreaterThan(first[70 + index]?.dr ?? Number.NaN);
    }

    await irrigation.balances.recompute(field.sectorId, undefined);
    expect(await read()).toEqual(second);
    await irrigation.balances.recompute(field.sectorId, addDays(FROM, 33));
    expect(await read()).toEqual(second);
  });

  it("keeps the rows of a sector with invalid data, logs it once, and computes the other sectors", async () => {
    const span = { from: FROM, to: addDays(FROM, 9) };
    const [broken, sound] = [
      await plantField(database(), { id: "broken", ...span }),
      await plantField(database(), { id: "sound", ...span }),
    ];
    const { irrigation, logged } = openIrrigation(database(), `${addDays(FROM, 10)}T12:00:00Z`);
    await irrigation.settle();
    const day = and(eq(weatherDays.farmId, broken.farmId), eq(weatherDays.date, addDays(FROM, 5)));
    await database().update(weatherDays).set({ eto: Number.NaN }).where(day);
    await database()
      .insert(waterings)
      .values(watering(sound, "sound-w", `${addDays(FROM, 5)}T12:00:00Z`));
    for (const { sectorIds } of [broken, sound]) await irrigation.balances.markStale(sectorIds, addDays(FROM, 5));
    expect((await irrigation.balances.rows(sound.sectorId, FROM, "2026-12-31"))[5]?.irrGross).toBe(12);
    expect(await irrigation.balances.rows(broken.sectorId, FROM, "2026-12-31")).toHaveLength(10);
    expect(logged).toMatchObject([{ sectorIds: broken.sectorIds }]);
    await database().update(weatherDays).set({ eto: 5 }).where(day);
  });

  it("closes to 0.1 mm every day, with Dr within 0 and CAD, for any rain and irrigation", async () => {
    const to = addDays(FROM, 149);
    const field = await plantField(database(), {
      id: "mass",
      from: FROM,
      to,
      season: { initialMoisturePct: 60 },
      weather: (_date, index) => ({ eto: 3 + (index % 5), rain: index % 11 === 0 ? index % 50 : 0 }),
    });
    await database()
      .insert(waterings)
      .values(
        farmDays(FROM, to)
          .filter((_, index) => index % 13 === 5)
          .map((date) => watering(field, `mass-${date}`, `${date}T10:00:00Z`, 15)),
      );
    const { irrigation } = openIrrigation(database(), `${addDays(to, 1)}T12:00:00Z`);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, to);
    expect(rows).toHaveLength(150);
    for (const [index, row] of rows.entries()) {
      const previous = rows[index - 1];
      if (previous) expect(Math.abs(before(row) - previous.dr)).toBeLessThan(0.1);
      expect(row.dr).toBeGreaterThanOrEqual(0);
      expect(row.dr).toBeLessThanOrEqual(row.taw);
    }
  });

  it.each([
    ["America/Noronha", -2],
    ["America/Sao_Paulo", -3],
    ["America/Rio_Branco", -5],
  ])("counts a watering on the farm's day in %s", async (timezone, offset) => {
    const field = await plantField(database(), { id: timezone, from: FROM, to: addDays(FROM, 19), timezone });
    const midnight = Date.parse(`${addDays(FROM, 10)}T00:00:00Z`) - offset * HOUR_MS;
    await database()
      .insert(waterings)
      .values([
        watering(field, `${timezone}-before`, new Date(midnight - 60_000).toISOString(), 3),
        watering(field, `${timezone}-after`, new Date(midnight).toISOString(), 5),
      ]);
    // Just after midnight on the farm the previous day has ended, and no later one.
    const dayAfter = Date.parse(`${addDays(FROM, 20)}T00:00:00Z`) - offset * HOUR_MS;
    const { irrigation, clock } = openIrrigation(database(), new Date(dayAfter - 1).toISOString());
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    expect(rows.at(-1)?.date).toBe(addDays(FROM, 18));
    expect(rows.filter(({ irrGross }) => irrGross > 0).map(({ date, irrGross }) => [date, irrGross])).toEqual([
      [addDays(FROM, 9), 3],
      [addDays(FROM, 10), 5],
    ]);
    clock.moment = new Date(dayAfter);
    await irrigation.balances.recompute(field.sectorId, addDays(FROM, 19));
    expect((await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31")).at(-1)?.date).toBe(addDays(FROM, 19));
  });

  it("counts rain by the client's rule; a person's record overrides the station's, and the sector's record the farm's", async () => {
    const field = await plantField(database(), {
      id: "rain",
      from: FROM,
      to: addDays(FROM, 9),
      sectors: 2,
      weather: (_date, index) => (index === 1 ? { rain: 0.5 } : index === 2 ? { rain: null, missing: ["rain"] } : {}),
    });
    const own = { clientId: field.clientId, ...times };
    await database()
      .insert(rains)
      .values([
        { _id: "rain-1", ...own, farmId: field.farmId, date: addDays(FROM, 2), mm: 8 },
        { _id: "rain-2", ...own, farmId: field.farmId, date: addDays(FROM, 2), mm: 4 },
        { _id: "rain-3", ...own, sectorId: field.sectorId, date: addDays(FROM, 2), mm: 20 },
      ]);
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 10)}T12:00:00Z`);
    await irrigation.settle();
    const [first, second] = await Promise.all(
      field.sectorIds.map((id) => irrigation.balances.rows(id, FROM, "2026-12-31")),
    );
    // Rain below a fifth of ETo only wets the leaves.
    expect(first?.[1]).toMatchObject({ rain: 0.5, rainEff: 0, origin: "measured" });
    expect(first?.[2]).toMatchObject({ rain: 20, rainEff: 20, origin: "measured" });
    expect(second?.[2]).toMatchObject({ rain: 12, rainEff: 12, origin: "measured" });
  });

  it("sets the depletion of a day by an adjustment, within CAD, and continues from it", async () => {
    const field = await plantField(database(), { id: "adjust", from: FROM, to: addDays(FROM, 29) });
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 30)}T12:00:00Z`);
    const caller = { userId: null, userName: "teste" } as never;
    await irrigation.settle();
    const given = { clientId: field.clientId, sectorId: field.sectorId, date: addDays(FROM, 20), reason: "Sonda" };
    const drBefore = (await irrigation.balances.rows(field.sectorId, addDays(FROM, 20), addDays(FROM, 20)))[0]?.dr ?? 0;
    await irrigation.balances.adjust(caller, { ...given, drMm: 4 });
    const rows = await irrigation.balances.rows(field.sectorId, addDays(FROM, 19), addDays(FROM, 21));
    expect(rows.map(({ dr }) => dr)[1]).toBe(4);
    expect(rows[1]?.adjustedMm).toBeCloseTo(4 - drBefore, 3);
    expect(before(rows[2] as Balance)).toBeCloseTo(4, 3);
    await expect(irrigation.balances.adjust(caller, { ...given, drMm: 400 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await expect(
      irrigation.balances.adjust(caller, { ...given, date: addDays(FROM, 31), drMm: 4 }),
    ).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it("removes an adjustment, and continues as before it", async () => {
    const field = await plantField(database(), { id: "unadjust", from: FROM, to: addDays(FROM, 29) });
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 30)}T12:00:00Z`);
    const caller = { userId: null, userName: "teste" } as never;
    await irrigation.settle();
    const rows = () => irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    const untouched = await rows();
    const given = { clientId: field.clientId, sectorId: field.sectorId, date: addDays(FROM, 20), reason: "Sonda" };
    await irrigation.balances.adjust(caller, { ...given, drMm: 4 });
    expect(await rows()).not.toEqual(untouched);
    await irrigation.balances.adjust(caller, { ...given, drMm: null, reason: "Leitura errada" });
    expect(await rows()).toEqual(untouched);
    await expect(irrigation.balances.adjust(caller, { ...given, drMm: null })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it("ends where the weather ends, bridges gaps, and marks the estimated days", async () => {
    const field = await plantField(database(), {
      id: "gap",
      from: FROM,
      to: addDays(FROM, 20),
      weather: (_date, index) =>
        index === 10 || index > 17 ? { eto: null, etoMethod: null, missing: ["tMax", "tMin"] } : {},
    });
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 30)}T12:00:00Z`);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    expect(rows.at(-1)?.date).toBe(addDays(FROM, 17));
    expect(rows.filter(({ origin }) => origin === "estimated").map(({ date }) => date)).toEqual([addDays(FROM, 10)]);
    const { states } = await irrigation.decisions.overview({ sectorIds: [field.sectorId] });
    expect(states[0]?.status).toBe("nodata");
  });

  it("computes active and closed seasons, each in its own days; a planned one has no rows", async () => {
    const field = await plantField(database(), {
      id: "seasons",
      from: FROM,
      to: addDays(FROM, 99),
      season: { status: "closed", harvestDate: addDays(FROM, 39) },
    });
    const season = { clientId: field.clientId, ...times, sectorId: field.sectorId, cropId: field.cropId };
    const common = { initialMoisturePct: 100, kcMethod: "single" as const };
    await database()
      .insert(seasons)
      .values([
        { _id: "seasons-2", ...season, ...common, plantingDate: addDays(FROM, 50), status: "active" },
        { _id: "seasons-3", ...season, ...common, plantingDate: addDays(FROM, 90), status: "planned" },
      ]);
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 60)}T12:00:00Z`);
    await irrigation.settle();
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    const spans = Map.groupBy(rows, ({ seasonId }) => seasonId);
    expect([...spans].map(([id, own]) => [id, own[0]?.date, own.at(-1)?.date])).toEqual([
      [`${field.sectorId}-season`, FROM, addDays(FROM, 39)],
      ["seasons-2", addDays(FROM, 50), addDays(FROM, 59)],
    ]);
    expect(rows.find(({ seasonId }) => seasonId === "seasons-2")?.dae).toBe(0);
  });

  it("keeps no row of days that a season no longer has, on either side", async () => {
    const field = await plantField(database(), { id: "shrinks", from: FROM, to: addDays(FROM, 29) });
    const { irrigation } = openIrrigation(database(), `${addDays(FROM, 30)}T12:00:00Z`);
    await irrigation.settle();
    const days = async () =>
      (await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31")).map(({ date }) => date);
    expect(await days()).toHaveLength(30);

    const [plantingDate, harvestDate] = [addDays(FROM, 5), addDays(FROM, 20)];
    await database()
      .update(seasons)
      .set({ plantingDate, harvestDate, status: "closed" })
      .where(eq(seasons.sectorId, field.sectorId));
    await irrigation.balances.recompute(field.sectorId, undefined);
    expect(await days()).toEqual(farmDays(plantingDate, harvestDate));

    await database().delete(seasons).where(eq(seasons.sectorId, field.sectorId));
    expect(await days()).toEqual([]);
  });

  it("starts again from planting when the soil changes, and does not change closed seasons", async () => {
    const field = await plantField(database(), { id: "soil", from: FROM, to: addDays(FROM, 29) });
    const { irrigation, events } = openIrrigation(database(), `${addDays(FROM, 30)}T12:00:00Z`);
    await irrigation.settle();
    const taw = async () => (await irrigation.balances.rows(field.sectorId, FROM, FROM))[0]?.taw;
    expect(await taw()).toBeCloseTo(28, 6);
    const change = async (fcPct: number) => {
      await database()
        .update(soils)
        .set({ layers: [{ depthCm: 100, fcPct, wpPct: 18 }] })
        .where(eq(soils._id, field.soilId));
      await events.emit("record", recordChanged("Soil", { clientId: field.clientId, recordId: field.soilId }));
    };
    await change(28);
    expect(await taw()).toBeCloseTo(20, 6);
    await database().update(seasons).set({ status: "closed" }).where(eq(seasons.sectorId, field.sectorId));
    await change(40);
    expect(await taw()).toBeCloseTo(20, 6);
  });

  it("adds the past day when its weather arrives", async () => {
    const field = await plantField(database(), { id: "next", from: FROM, to: addDays(FROM, 9) });
    const { irrigation, events, clock } = openIrrigation(database(), `${addDays(FROM, 10)}T12:00:00Z`);
    await irrigation.settle();
    clock.moment = new Date(`${addDays(FROM, 11)}T12:00:00Z`);
    const weather = { clientId: field.clientId, farmId: field.farmId, from: addDays(FROM, 10) };
    await addWeather(database(), field.farmId, weather.from, weather.from);
    await events.emit("weather", weather);
    const rows = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    expect(daysBetween(FROM, rows.at(-1)?.date ?? "")).toBe(10);
    // A later correction of the weather corrects the following rows.
    await database()
      .update(weatherDays)
      .set({ eto: 9 })
      .where(and(eq(weatherDays.farmId, field.farmId), gte(weatherDays.date, addDays(FROM, 9))));
    await events.emit("weather", { ...weather, from: addDays(FROM, 9) });
    const corrected = await irrigation.balances.rows(field.sectorId, FROM, "2026-12-31");
    expect(corrected.slice(0, 9)).toEqual(rows.slice(0, 9));
    expect(corrected[10]?.eto).toBe(9);
  });

  it("computes 40 sectors with as many statements as two", async () => {
    const from = "2025-06-01";
    const to = addDays(from, 199);
    const statements = async (id: string, sectors: number) => {
      const field = await plantField(database(), { id, from, to, sectors });
      await database()
        .insert(waterings)
        .values(
          field.sectorIds.flatMap((sectorId) =>
            farmDays(from, to)
              .filter((_, index) => index % 8 === 0)
              .map((date) => watering({ ...field, sectorId }, `${sectorId}-${date}`, `${date}T12:00:00Z`)),
          ),
        );
      const counted = countStatements(database());
      const { irrigation } = openIrrigation(counted.database, `${addDays(to, 1)}T12:00:00Z`);
      await irrigation.settle();
      const before = counted.count();
      await irrigation.balances.markStale(field.sectorIds, from);
      await irrigation.settle();
      const took = counted.count() - before;
      expect(await irrigation.balances.rows(field.sectorId, from, to)).toHaveLength(200);
      return took;
    };
    const few = await statements("few", 2);
    expect(await statements("many", 40)).toBe(few);
  });
});
