import { DeletedRecord } from "@lamina/shared/calls/views/deletions";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { randomOf } from "@lamina/shared/core/random";
import { MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import { and, desc, eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { isLong } from "../../../../scripts/testing/long.ts";
import { describeApi } from "../../../testing/api.ts";
import type { JsonRecord } from "../../core/serialize.ts";
import { plantField } from "../../irrigation/testing/field.ts";
import { auditEntries } from "../../schema/audit.ts";
import { waterPermits } from "../../schema/farms.ts";

const CLIENT = "demo-santa-clara";
const ACTS = isLong ? 10_000 : 90;
/** Acts between two comparisons with the model. */
const ROUND = 15;

describeApi(
  "random acts of three users",
  (api) => {
    it("never widen a permit, count water twice, break a reference or miss an audit entry", {
      timeout: 3_000_000,
    }, async () => {
      const seed = Number(process.env.SEED ?? Date.now() % 100_000);
      const random = randomOf(seed);
      const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)];
      const day = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
      const span = { from: addDays(day, -3), to: addDays(day, -2) };
      for (const id of ["act-a", "act-b"])
        await plantField(api().database, { id, clientId: CLIENT, ...span, sectors: 3 });
      const tokens: string[] = [];
      const login = async () => {
        tokens.splice(0, 3, await api().login("ana"), await api().login("ana"), await api().login("admin"));
      };
      await login();
      const send = async (path: string, body: object) =>
        api().send(path, { token: pick(tokens) ?? "", body: { clientId: CLIENT, ...body } });
      const list = async (kind: string) =>
        (await api().send(`/${kind}/GetByClientID?ID=${CLIENT}`, { token: tokens[0] ?? "" })).body as JsonRecord[];
      const own = async (kind: string) =>
        (await list(kind)).filter(({ _id, farmId, name }) =>
          [_id, farmId, name].some((id) => String(id).startsWith("act-")),
        );
      /** The pivots that a person named last, by permit. */
      const named = new Map<string, Set<string>>();
      /** The last act of a person or of the program on a record. */
      const history: string[] = [];

      const acts: Record<string, () => Promise<unknown>> = {
        permit: async () => {
          const pivots = await own("Pivot");
          const first = pick(pivots);
          const more = pivots.filter(({ farmId }) => farmId === first?.farmId && random() < 0.5);
          const pivotIds = [...new Set([first, ...more].flatMap((one) => (one ? [String(one._id)] : [])))];
          const permits = (await own("WaterPermit")).filter(({ farmId }) => farmId === first?.farmId);
          if (pivotIds.length === 0) return;
          const known = random() < 0.5 ? pick(permits) : undefined;
          const fields = { farmId: first?.farmId, pivotIds, number: `act-${named.size}`, m3Month: 1000 };
          const answer = known
            ? await send("/WaterPermit/Update", { _id: known._id, pivotIds })
            : await send("/WaterPermit/Insert", fields);
          if (answer.status === 200)
            named.set(String(known?._id ?? (answer.body as JsonRecord)._id), new Set(pivotIds));
          return answer.status;
        },
        water: async () => {
          const sector = pick((await list("PivotSector")).filter(({ _id }) => String(_id).startsWith("act-")));
          const start = new Date(
            api().clock.now().getTime() - Math.floor(random() * 20) * 60 * MINUTE_MS - 90 * MINUTE_MS,
          );
          start.setUTCMinutes(0, 0, 0);
          const row = { sectorId: sector?._id, start: start.toISOString(), grossMm: 5 + Math.floor(random() * 3) };
          const key = () => `act-${random()}`;
          if (sector)
            await Promise.all([
              send("/Watering/Import", { key: key(), rows: [row] }),
              send("/Watering/Insert", row),
              send("/Watering/Import", { key: key(), rows: [row, row] }),
            ]);
        },
        remove: async () => {
          const kind = pick(["Farm", "Pivot", "Pivot", "PivotSector", "Season", "WaterPermit"]) ?? "";
          const found = pick(
            (await list(kind)).filter(
              ({ _id, number }) => String(_id).startsWith("act-") || String(number).startsWith("act-"),
            ),
          );
          if (!found) return;
          const token = pick(tokens) ?? "";
          const path = `/${kind}/Delete?ID=${found._id}`;
          const both = await Promise.all([1, 2].map(() => api().send(path, { token, method: "DELETE" })));
          return `${kind} ${both.map(({ status }) => status)}`;
        },
        restore: async () => {
          const { body } = await api().send(`/Deletion/GetByClientID?ID=${CLIENT}`, { token: tokens[0] ?? "" });
          const found = pick((body as unknown[]).map((one) => DeletedRecord.parse(one)));
          if (!found) return;
          const both = await Promise.all([1, 2].map(() => send("/Deletion/Restore", { _id: found._id })));
          const statuses = both.map(({ status }) => status);
          expect(statuses.filter((status) => status === 200).length).toBeLessThan(2);
          expect(statuses.filter((status) => status >= 500)).toEqual([]);
          return `${found.entity} ${statuses}`;
        },
      };

      const compare = async () => {
        for (const permit of await api()
          .database.select()
          .from(waterPermits)
          .where(eq(waterPermits.clientId, CLIENT))) {
          const limit = named.get(permit._id);
          if (!limit) continue;
          const beyond = permit.pivotIds.filter((id) => !limit.has(id));
          expect([permit.number, beyond]).toEqual([permit.number, []]);
          if (permit.pivotIds.length === 0) expect([permit.number, permit.active]).toEqual([permit.number, false]);
        }
        const { rows } = await api().database.execute(sql`
          select 'water' as fault from waterings where client_id = ${CLIENT} and sector_id like 'act-%'
            group by sector_id, start, gross_mm having count(*) > 1
          union all select 'permit' from water_permits w, jsonb_array_elements_text(pivot_ids) e (id)
            where client_id = ${CLIENT} and not exists (select from pivots p where p._id = e.id and p.farm_id = w.farm_id)`);
        expect(rows).toEqual([]);
        const living = new Set((await list("Pivot")).map(({ _id }) => String(_id)));
        for (const id of ["act-a", "act-b"].flatMap((field) => [1, 2, 3].map((pivot) => `${field}-pivot-${pivot}`))) {
          const [last] = await api()
            .database.select({ action: auditEntries.action })
            .from(auditEntries)
            .where(and(eq(auditEntries.recordId, id), eq(auditEntries.entity, "Pivot")))
            .orderBy(desc(auditEntries.date))
            .limit(1);
          expect([id, living.has(id)]).toEqual([id, last?.action !== "delete"]);
        }
      };

      try {
        for (let act = 1; act <= ACTS; act++) {
          api().clock.advance(SECOND_MS);
          if (act % 2000 === 0) await login();
          const name = pick(["permit", "permit", "water", "remove", "restore", "restore"]) ?? "";
          history.push(`${name}: ${await acts[name]?.()}`);
          if (act % ROUND === 0) await compare();
        }
      } catch (error) {
        throw new Error(`seed ${seed}, after ${history.slice(-20).join("; ")}`, { cause: error });
      }
    });
  },
  { isDialect: true },
);
