import { addDays, type FarmDay, farmDay } from "@lamina/shared/core/farm-time";
import { BoardAnswer, mergeBoard, unpackBoard } from "@lamina/shared/views/board";
import { Irrigameter, MapView } from "@lamina/shared/views/irrigameter";
import { MapColumns, unpackMap } from "@lamina/shared/views/map-columns";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { describeApi } from "../../../testing/api.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { memberships } from "../../schema/identity.ts";

const CLIENT = "demo-santa-clara";
const PATH = `/Irrigameter/GetByClientID?ID=${CLIENT}`;

describeApi(
  "the irrigâmetro of many pages",
  (api) => {
    let today: FarmDay;
    let field: Awaited<ReturnType<typeof plantField>>;
    beforeAll(async () => {
      const { clock, database, services } = api();
      today = farmDay(clock.now().getTime(), "America/Sao_Paulo");
      const span = { from: addDays(today, -20), to: addDays(today, -1) };
      field = await plantField(database, { id: "shared", clientId: CLIENT, ...span });
      await services.irrigation.balances.markStale(field.sectorIds, span.from);
      await services.irrigation.settle();
    });

    async function computed(): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${api().metricsPort}/metrics`)).text();
      return Number(/^api_views_computed_total (\d+)$/m.exec(text)?.[1]);
    }
    const view = async (token: string) => Irrigameter.parse((await api().send(PATH, { token })).body);
    const water = (token: string, mm: number) =>
      api().send("/Watering/Insert", {
        token,
        body: {
          clientId: CLIENT,
          sectorId: field.sectorId,
          start: `${addDays(today, -2)}T12:00:00Z`,
          grossMm: mm,
        },
      });

    it("is computed once after a change, for each session of equal rights", async () => {
      const tokens = await Promise.all([api().login("ana"), api().login("ana"), api().login("ana")]);
      const other = await api().login("bruno");
      await water(tokens[0] ?? "", 7);
      await api().services.irrigation.settle();
      // Work that follows from the change may change the view again; it has ended when another user's view stays.
      await vi.waitUntil(async () => {
        const known = await computed();
        await view(other);
        return (await computed()) === known;
      });
      const before = await computed();
      const views = await Promise.all(tokens.map(view));
      expect(await computed()).toBe(before + 1);
      expect(new Set(views.map(({ at }) => at)).size).toBe(1);
    });

    it("shows every write to the next question", async () => {
      const token = await api().login("ana");
      const appliedMm = async () =>
        (await view(token)).sectors.find(({ sector }) => sector._id === field.sectorId)?.drNowMm ?? Number.NaN;
      for (let round = 0; round < 3; round++) {
        const before = await appliedMm();
        expect((await water(token, 3 + round)).status).toBe(200);
        expect(await appliedMm()).toBeLessThan(before);
      }
    });

    it("answers with the cards of some sectors alone, the same as in the whole view", async () => {
      const token = await api().login("ana");
      const whole = await view(token);
      const { body } = await api().send(`${PATH}&sectorIds=${field.sectorId}`, { token });
      const some = Irrigameter.parse(body);
      const own = (card: Irrigameter["sectors"][number]) => card.sector._id === field.sectorId;
      expect(some.sectors.map(({ recommendation: _ranked, ...card }) => card)).toEqual(
        whole.sectors.filter(own).map(({ recommendation: _ranked, ...card }) => card),
      );
      expect([some.farms.length, some.pivots.length]).toEqual([1, 1]);
      const others = Irrigameter.parse((await api().send(`${PATH}&sectorIds=unknown`, { token })).body);
      expect([others.sectors, others.farms, others.plans]).toEqual([[], [], []]);
    });

    it("answers to a page with a board what changed since, and the two give the new board", async () => {
      const token = await api().login("ana");
      const board = async (since = "") =>
        BoardAnswer.parse((await api().send(`${PATH}&form=board&since=${since}`, { token })).body);
      const first = await board();
      expect(first.since).toBeNull();
      await water(token, 6);
      let [change, second] = [first, first];
      // The decision that follows the record gives one more version.
      await expect
        .poll(async () => {
          [change, second] = [await board(first.version), await board()];
          return change.version !== first.version && second.version === change.version;
        })
        .toBe(true);
      expect(change.since).toBe(first.version);
      const changed = unpackBoard(change.board).sectors?.map(({ sector }) => sector._id) ?? [];
      expect(changed).toContain(field.sectorId);
      const before = unpackBoard(first.board);
      const merged = mergeBoard(before, unpackBoard(change.board));
      expect(merged).toEqual(unpackBoard(second.board));
      expect(changed.length).toBeLessThan(before.sectors?.length ?? 0);
      expect((await board("of-another-process")).since).toBeNull();
      const nothing = unpackBoard((await board(second.version)).board);
      expect(nothing).toEqual({ sectors: [], pivots: [], machines: [] });
    });

    it("answers to a page with a map what changed since, and the two give the new map", async () => {
      const token = await api().login("ana");
      const map = async (since = "") => {
        const { body } = await api().send(`/Map/GetByClientID?ID=${CLIENT}&form=board&since=${since}`, { token });
        return MapColumns.parse(body);
      };
      const first = await map();
      expect(first.since).toBeNull();
      await water(token, 1);
      let [change, second] = [first, first];
      await expect
        .poll(async () => {
          [change, second] = [await map(first.version), await map()];
          return change.version !== first.version && second.version === change.version;
        })
        .toBe(true);
      expect(change.since).toBe(first.version);
      const changes = unpackMap(change) as Partial<MapView>;
      const changed = changes.sectors?.map(({ sector }) => sector._id) ?? [];
      expect(changed).toContain(field.sectorId);
      const before = MapView.parse(unpackMap(first));
      expect(changed.length).toBeLessThan(before.sectors.length);
      const newest = MapView.parse(unpackMap(second));
      expect({ ...mergeBoard<MapView>(before, changes), at: newest.at }).toEqual(newest);
      expect((await map("of-another-process")).since).toBeNull();
      const { at: _at, ...nothing } = unpackMap(await map(second.version)) as Partial<MapView>;
      expect(nothing).toEqual({ sectors: [], pivots: [], machines: [] });
    });

    it("is never shared between users of other rights or other farms", async () => {
      const [ana, bruno] = await Promise.all([api().login("ana"), api().login("bruno")]);
      await view(ana);
      const before = await computed();
      await view(bruno);
      expect(await computed()).toBe(before + 1);

      const own = and(eq(memberships.userId, "demo-bruno"), eq(memberships.clientId, CLIENT));
      const limit = (farmIds: string[]) => api().database.update(memberships).set({ farmIds }).where(own);
      await limit(["demo-fazenda-buriti"]);
      const limited = await view(bruno);
      expect(limited.farms.map(({ _id }) => _id)).toEqual(["demo-fazenda-buriti"]);
      expect((await view(ana)).farms.length).toBeGreaterThan(1);
      await limit([]);
      expect((await view(bruno)).farms.length).toBeGreaterThan(1);
    });

    it("answers 304 to a page that has it, and the new one after a change", async () => {
      const token = await api().login("ana");
      const first = await api().send(PATH, { token });
      const etag = String(first.headers.etag);
      const headers = { "if-none-match": etag };
      expect((await api().send(PATH, { token, headers })).status).toBe(304);
      await water(token, 2);
      expect((await api().send(PATH, { token, headers })).status).toBe(200);
    });
  },
  { environment: { METRICS_PORT: "0" } },
);
