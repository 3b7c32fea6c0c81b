import { DeletedRecord } from "@lamina/shared/calls/views/deletions";
import { ImportBatch } from "@lamina/shared/calls/views/field-records";
import { farmDay } from "@lamina/shared/core/farm-time";
import { randomOf } from "@lamina/shared/core/random";
import { DAY_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { HttpReply, Sent } from "../../../../testing/http.ts";
import type { Database } from "../../../core/database/open.ts";
import type { JsonRecord } from "../../../core/serialize.ts";
import { waterPermits } from "../../../schema/farms.ts";

export const CLIENT = "demo-santa-clara";
/** Farms of the acts, as `plantField` names them. */
export const FIELDS = ["act-a", "act-b"];
/** Records of a kind, so that an act takes as long after ten thousand as at first. */
const MAX_RECORDS = 12;
/** Kinds whose deletions and restores are audited one by one, with their tables. */
const AUDITED = {
  Farm: "farms",
  Pivot: "pivots",
  PivotSector: "pivot_sectors",
  Season: "seasons",
  WaterPermit: "water_permits",
  SeasonBudget: "season_budgets",
  Soil: "soils",
} as const;

/** The program under test: an API of this process, or one that is killed and started again. */
export interface World {
  now(): Date;
  /** Rejects when the program is killed before it answers. */
  send(path: string, sent: Sent): Promise<HttpReply>;
  /** Tokens of three users. */
  tokens: string[];
}

/** Random acts of three users on the records of {@link FIELDS}, and the model of what must be true after them. */
export function randomActs(world: World, seed: number) {
  const random = randomOf(seed);
  const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)];
  const send = async (path: string, body: object) =>
    world.send(path, { token: pick(world.tokens) ?? "", body: { clientId: CLIENT, ...body } });
  const get = async (path: string) => (await world.send(path, { token: world.tokens[0] ?? "" })).body;
  const list = async (kind: string) => (await get(`/${kind}/GetByClientID?ID=${CLIENT}`)) as JsonRecord[];
  const isOwn = ({ _id, farmId, name, number }: JsonRecord) =>
    [_id, farmId, name, number].some((text) => String(text).startsWith("act-"));
  const own = async (kind: string) => (await list(kind)).filter(isOwn);
  const sectors = async () => (await list("PivotSector")).filter(({ _id }) => String(_id).startsWith("act-"));
  const fresh = () => `act-${Math.floor(random() * 1e12)}`;
  /** The pivots that a person named last, by permit. While an answer is missing, those of both versions. */
  const named = new Map<string, Set<string>>();
  /** Waterings whose storing was answered, with their sectors. */
  const stored = new Map<string, string>();
  /** The last acts, for the report of a difference. */
  const history: string[] = [];

  const acts: Record<string, () => Promise<unknown>> = {
    permit: async () => {
      const pivots = await own("Pivot");
      const first = pick(pivots);
      const more = pivots.filter(({ farmId }) => farmId === first?.farmId && random() < 0.5);
      const pivotIds = [...new Set([first, ...more].flatMap((one) => (one ? [String(one._id)] : [])))];
      const permits = (await own("WaterPermit")).filter(({ farmId }) => farmId === first?.farmId);
      if (pivotIds.length === 0) return;
      const known = permits.length > MAX_RECORDS || random() < 0.5 ? pick(permits) : undefined;
      const fields = { farmId: first?.farmId, pivotIds, number: fresh(), m3Month: 1000 };
      const former = known && named.get(String(known._id));
      if (known && former) named.set(String(known._id), new Set([...former, ...pivotIds]));
      const answer = known
        ? await send("/WaterPermit/Update", { _id: known._id, pivotIds })
        : await send("/WaterPermit/Insert", fields);
      const id = String(known?._id ?? (answer.body as JsonRecord)._id);
      if (answer.status === 200) named.set(id, new Set(pivotIds));
      else if (former) named.set(id, former);
      return answer.status;
    },
    water: async () => {
      const sector = pick(await sectors());
      const start = new Date(world.now().getTime() - Math.floor(random() * 20) * 60 * MINUTE_MS - 90 * MINUTE_MS);
      start.setUTCMinutes(0, 0, 0);
      const row = { sectorId: sector?._id, start: start.toISOString(), grossMm: 5 + Math.floor(random() * 3) };
      if (!sector) return;
      const insert = async () => {
        const { status, body } = await send("/Watering/Insert", row);
        if (status === 200) stored.set(String((body as JsonRecord)._id), String(row.sectorId));
      };
      const file = (rows: object[]) => send("/Watering/Import", { key: fresh(), rows });
      await Promise.all([file([row]), insert(), file([row, row])]);
    },
    season: async () => {
      const sector = pick(await sectors());
      const known =
        random() < 0.5 ? pick((await list("Season")).filter(({ sectorId }) => sectorId === sector?._id)) : undefined;
      if (!sector) return;
      const day = (days: number) => farmDay(world.now().getTime() + days * DAY_MS, "America/Sao_Paulo");
      const planted = -400 * Math.floor(random() * 4) - 400;
      const span = { plantingDate: day(planted), harvestDate: day(planted + 100) };
      const fields = { sectorId: sector._id, cropId: `${String(sector._id).slice(0, 5)}-crop`, name: fresh(), ...span };
      const both = await Promise.all(
        [1, 2].map(() =>
          known ? send("/Season/Update", { _id: known._id, priceBrlKg: 1 + random() }) : send("/Season/Insert", fields),
        ),
      );
      return both.map(({ status }) => status);
    },
    budget: async () => {
      const pivot = pick(await own("Pivot"));
      if (!pivot || (await own("SeasonBudget")).length > MAX_RECORDS) return;
      const span = { from: "2026-01-01", to: "2026-06-30" };
      const fields = { farmId: pivot.farmId, pivotIds: [pivot._id], name: fresh(), ...span, m3: 100_000 };
      return (await send("/SeasonBudget/Insert", fields)).status;
    },
    importing: async () => {
      const farm = pick(await own("Farm"));
      const pivots = await own("Pivot");
      const known = pick(pivots);
      if (!farm) return;
      const base = {
        farmId: farm._id,
        kind: "pivot",
        lat: -15,
        lon: -47,
        radiusM: 300,
        flowM3h: 150,
        efficiencyPct: 85,
      };
      const edited = known ? [{ _id: known._id, flowM3h: 100 + Math.floor(random() * 100) }] : [];
      const added = pivots.length > MAX_RECORDS ? [] : [{ ...base, name: fresh() }];
      const file = { batch: fresh(), rows: [...added, ...edited] };
      // Two people send the same file.
      const both = await Promise.all([1, 2].map(() => send("/Pivot/Import", { key: fresh(), ...file })));
      return both.map(({ status }) => status);
    },
    undo: async () => {
      const found = pick(
        ((await get(`/Import/GetByClientID?ID=${CLIENT}`)) as unknown[]).map((one) => ImportBatch.parse(one)),
      );
      if (!found) return;
      const both = await Promise.all([1, 2].map(() => send("/Import/Undo", { batch: found._id })));
      return both.map(({ status }) => status);
    },
    remove: async () => {
      const kind = pick(["Farm", "Pivot", "Pivot", "PivotSector", "Season", "WaterPermit", "SeasonBudget"]) ?? "";
      const found = pick(await own(kind));
      if (!found) return;
      const token = pick(world.tokens) ?? "";
      const path = `/${kind}/Delete?ID=${found._id}`;
      const both = await Promise.all([1, 2].map(() => world.send(path, { token, method: "DELETE" })));
      return `${kind} ${both.map(({ status }) => status)}`;
    },
    restore: async () => {
      const deletions = (await get(`/Deletion/GetByClientID?ID=${CLIENT}`)) as unknown[];
      const found = pick(deletions.map((one) => DeletedRecord.parse(one)));
      if (!found) return;
      const both = await Promise.all([1, 2].map(() => send("/Deletion/Restore", { _id: found._id })));
      const statuses = both.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThan(2);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      return `${found.entity} ${statuses}`;
    },
  };
  const WEIGHTS = [
    ...["permit", "permit", "water", "season", "budget", "importing", "undo"],
    ...["remove", "remove", "restore", "restore", "restore"],
  ];

  /** What differs from the model. */
  async function differences(database: Database): Promise<unknown[]> {
    const faults: unknown[] = [];
    for (const permit of await database.select().from(waterPermits).where(eq(waterPermits.clientId, CLIENT))) {
      const limit = named.get(permit._id);
      if (!limit) continue;
      const beyond = permit.pivotIds.filter((id) => !limit.has(id));
      if (beyond.length > 0) faults.push(["a permit is wider", permit.number, beyond]);
      if (permit.pivotIds.length === 0 && permit.active) faults.push(["an empty permit is open", permit.number]);
    }
    const { rows } = await database.execute(sql`
      select 'water twice' as fault, sector_id as id from waterings where client_id = ${CLIENT} and sector_id like 'act-%'
        group by sector_id, start, gross_mm having count(*) > 1
      union all select 'pivot of a permit', w._id from water_permits w, jsonb_array_elements_text(pivot_ids) e (id)
        where client_id = ${CLIENT} and not exists (select from pivots p where p._id = e.id and p.farm_id = w.farm_id)
      union all select 'pivot of a budget', b._id from season_budgets b, jsonb_array_elements_text(pivot_ids) e (id)
        where client_id = ${CLIENT} and not exists (select from pivots p where p._id = e.id and p.farm_id = b.farm_id)
      union all select 'seasons overlap', a._id from seasons a join seasons b on a.sector_id = b.sector_id and a._id < b._id
        and a.harvest_date >= b.planting_date and b.harvest_date >= a.planting_date where a.client_id = ${CLIENT}
      union all select 'machines of one name', min(_id) from pivots where client_id = ${CLIENT} and name like 'act-%'
        group by farm_id, lower(name) having count(*) > 1`);
    faults.push(...rows);
    for (const [entity, name] of Object.entries(AUDITED)) {
      const { rows: wrong } = await database.execute(sql`
        select a.record_id as id, a.actions, (t._id is not null) as lives from (
          select record_id, array_agg(distinct action) as actions from audit_entries e
          where entity = ${entity} and client_id = ${CLIENT} and date = (
            select max(date) from audit_entries l where l.record_id = e.record_id and l.entity = e.entity)
          group by record_id) a left join ${sql.identifier(name)} t on t._id = a.record_id
        where case when t._id is null then not 'delete' = any(a.actions) else a.actions = array['delete'] end`);
      faults.push(...wrong.map((row) => ["audit", entity, row]));
    }
    const { rows: kept } = await database.execute<{ id: string }>(
      sql`select _id as id from waterings where client_id = ${CLIENT}`,
    );
    const { rows: living } = await database.execute<{ id: string }>(
      sql`select _id as id from pivot_sectors where client_id = ${CLIENT}`,
    );
    const [water, places] = [kept, living].map((found) => new Set(found.map(({ id }) => String(id))));
    for (const [id, sectorId] of stored)
      if (water?.has(id) !== places?.has(sectorId)) faults.push(["a stored watering", id, sectorId]);
    return faults;
  }

  return {
    random,
    history,
    differences,
    /** One act. It rejects when the program was killed meanwhile. */
    async act(): Promise<void> {
      const name = pick(WEIGHTS) ?? "";
      history.push(name);
      const index = history.length - 1;
      history[index] = `${name}: ${await acts[name]?.()}`;
    },
  };
}
