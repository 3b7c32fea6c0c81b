import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { MINUTE_MS } from "@lamina/shared/core/time";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod";
import { isLongFor } from "../../../../scripts/testing/long.ts";
import { describeApi } from "../../../testing/api.ts";
import { plantField } from "../testing/field.ts";
import { addUp } from "./month-use.ts";

const Reply = z.looseObject({ _id: z.string().optional() });
const KINDS = [
  "insert",
  "insert",
  "update",
  "delete",
  "import",
  "flow",
  "sector",
  "permit",
  "unpermit",
  "time",
] as const;

/** What may change a month's use; numbers choose the record, and the time and the amount of water. */
const change = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(1000),
  minute: fc.integer({ min: -20 * 24 * 60, max: 24 * 60 }),
  length: fc.option(fc.integer({ min: 1, max: 30 * 60 })),
  amount: fc.integer({ min: 1, max: 90 }),
});
type Change = typeof change extends fc.Arbitrary<infer Drawn> ? Drawn : never;

describeApi(
  "the use of a month that is kept",
  (api) => {
    let number = 0;

    /** A client of its own with a permit, and what its calls do. */
    async function plantPermitted() {
      const token = await api().login("admin");
      const id = `month-${++number}`;
      const send = async (path: string, body?: object) => {
        const { status, body: answer } = await api().send(path, { token, ...(body ? { body } : { method: "DELETE" }) });
        expect(status, `${path} ${JSON.stringify(answer)}`).toBe(200);
        return Reply.parse(answer)._id ?? "";
      };
      const client = { name: id, typeChart: 1, timezone: "America/Sao_Paulo" };
      const clientId = await send("/Client/Insert", client);
      const today = farmDay(api().clock.now().getTime(), client.timezone);
      const span = { from: addDays(today, -60), to: addDays(today, -1) };
      const field = await plantField(api().database, { id, clientId, ...span, sectors: 3 });
      const { farmId } = field;
      const addPermit = (more: object) =>
        send("/WaterPermit/Insert", { clientId, farmId, number: "1", m3Month: 90_000, daysMonth: 20, ...more });
      await addPermit({});
      const { monthUses } = api().services.irrigation;
      return {
        ...field,
        id,
        send,
        addPermit,
        kept: () => monthUses.of(clientId, api().clock.now()),
        /** From all records, without what is kept. */
        added: async () => {
          const { database, clock, services } = api();
          return (await addUp({ database, telemetry: services.telemetry }, clientId, clock.now())).use;
        },
      };
    }

    it("equals that of all records after any change of them", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 12 }), async (changes) => {
          const { id, clientId, sectorIds, send, addPermit, kept, added } = await plantPermitted();
          const [waterings, permits]: [string[], string[]] = [[], []];
          const oneOf = (ids: readonly string[], which: number) => ids[which % ids.length];
          const at = (minute: number) => new Date(api().clock.now().getTime() + minute * MINUTE_MS).toISOString();
          const waterOf = ({ which, minute, length, amount }: Change) => ({
            clientId,
            sectorId: oneOf(sectorIds, which),
            start: at(minute),
            ...(length !== null && { end: at(minute + length) }),
            grossMm: amount,
          });
          const apply = async (drawn: Change, key: string) => {
            const { kind, which, amount } = drawn;
            const _id = oneOf(kind === "unpermit" ? permits : waterings, which);
            const pivotId = `${id}-pivot-${(which % 3) + 1}`;
            if (kind === "insert") waterings.push(await send("/Watering/Insert", waterOf(drawn)));
            // Without its old end, which may exceed the maximum duration after the new start.
            else if (kind === "update" && _id) await send("/Watering/Update", { _id, end: null, ...waterOf(drawn) });
            else if (kind === "delete" && _id) {
              await send(`/Watering/Delete?ID=${_id}`);
              waterings.splice(waterings.indexOf(_id), 1);
            } else if (kind === "import")
              await send("/Watering/Import", {
                clientId,
                key,
                rows: [waterOf(drawn), waterOf({ ...drawn, which: which + 1, minute: drawn.minute - 3000 })],
              });
            else if (kind === "flow") await send("/Pivot/Update", { _id: pivotId, flowM3h: 100 + amount });
            else if (kind === "sector")
              await send("/PivotSector/Update", { _id: oneOf(sectorIds, which + 1), pivotId });
            else if (kind === "permit") permits.push(await addPermit({ number: key, pivotIds: [pivotId] }));
            else if (kind === "unpermit" && _id) {
              await send(`/WaterPermit/Delete?ID=${_id}`);
              permits.splice(permits.indexOf(_id), 1);
            } else if (kind === "time") api().clock.advance(10 * amount * MINUTE_MS);
          };
          for (const [index, drawn] of changes.entries()) {
            await kept();
            await apply(drawn, `${id}-change-${index}`);
            expect(await kept(), JSON.stringify(drawn)).toEqual(await added());
          }
        }),
        { numRuns: isLongFor("reference/api/irrigation/water-use/") ? 6 : 2 },
      );
    });

    it("is not added up again for what does not change it, and is with a meter's readings", async () => {
      const { clientId, farmId, id, sectorId, send, kept, added } = await plantPermitted();
      const now = () => api().clock.now().getTime();
      await send("/Watering/Insert", {
        clientId,
        sectorId,
        start: new Date(now() - 5 * MINUTE_MS).toISOString(),
        grossMm: 9,
      });
      const before = await kept();
      expect(before).toEqual(await added());
      expect(before.permits[0]?.months.length).toBeGreaterThan(0);
      const date = farmDay(now(), "America/Sao_Paulo");
      await send("/Rain/Insert", { clientId, sectorId, date, mm: 4 });
      await api().services.irrigation.settle(clientId);
      expect(await kept()).toBe(before);

      const serial = `${id}-meter`;
      const device = { clientId, farmId, pivotId: `${id}-pivot-1`, serial, sensorTypeId: "flow-meter" };
      const deviceId = await send("/Device/Insert", { ...device, intervalMin: 60 });
      await send("/Sensor/Insert", { clientId, deviceId, variable: "flow", unit: "m³/h" });
      for (const value of [170, 10]) {
        const readings = [{ variable: "flow", date: new Date(now() - 70 * MINUTE_MS).toISOString(), value }];
        await send("/Reading/Insert", { serial, readings });
        const metered = await kept();
        expect(metered).toEqual(await added());
        expect(metered.pumping.get(device.pivotId)?.some(({ by }) => by === "meter")).toBe(true);
        api().clock.advance(60 * MINUTE_MS);
        expect(await kept()).toEqual(await added());
      }
    });
  },
  { environment: { TOKEN_TTL_SECONDS: String(30 * 86_400) } },
);
