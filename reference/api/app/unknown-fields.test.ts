import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { entities } from "@lamina/shared/calls/entities";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { describeApi, expectProblem } from "../../testing/api.ts";
import type { JsonRecord } from "../core/serialize.ts";

const CLIENT = "demo-santa-clara";
/** Bodies are open by the specification, or judged after the record was found: these calls need the rest of the body. */
const REST: Readonly<Record<string, JsonRecord>> = {
  "/Client/Insert": { name: "Outro", typeChart: 1 },
  "/Client/Update": { _id: CLIENT },
};
const UNKNOWN = "colourOfTheTractor";

describeApi("unknown fields of a write", (api) => {
  let token: string;
  beforeAll(async () => {
    token = await api().login("ana");
  });
  const records = async (path: string) =>
    (await api().send(`${path}?ID=${CLIENT}`, { token })).body as [JsonRecord, ...JsonRecord[]];
  const errors = (body: unknown) => (body as { errors?: JsonRecord[] }).errors;

  // Messages of devices have fields of their makers, which are ignored (routes.test.ts of telemetry).
  const writes = allEndpoints.filter(
    ({ method, body, path }) => method !== "GET" && !(body instanceof z.ZodUndefined) && path !== "/Reading/Insert",
  );
  it.each(writes.filter(({ takesRecord, otherToken }) => !takesRecord && !otherToken).map((call) => [call.path]))(
    "are refused by name in %s",
    async (path) => {
      const [season] = await records("/Season/GetByClientID");
      const rest = path === "/Balance/Preview" ? season : REST[path];
      const answer = await api().send(path, {
        ...(path !== "/Authentication/Login" && { token }),
        body: { ...rest, [UNKNOWN]: 1 },
      });
      expectProblem(answer, 400, "validation");
      expect(errors(answer.body)).toContainEqual(expect.objectContaining({ field: UNKNOWN, id: "unknown-field" }));
    },
  );

  const all = allEndpoints.filter(({ method, otherToken }) => method !== "GET" && !otherToken);
  it.each(all.map(({ method, path }) => [method, path] as const))(
    "are refused among the parameters of %s %s",
    async (method, path) => {
      const answer = await api().send(`${path}?dryRun=1`, { method, token, ...(method === "POST" && { body: {} }) });
      expect(errors(answer.body)).toContainEqual(expect.objectContaining({ field: "dryRun", id: "unknown-field" }));
    },
  );

  describe.each(Object.entries(entities))("of a %s", (_name, calls) => {
    it("are refused in a change, and a record as it was read is taken", async () => {
      // The built-in groups are read as the client's, but belong to no client and cannot be changed.
      const record = (await records(calls.getByClient.path)).find(
        ({ clientId, builtIn }) => clientId === CLIENT && builtIn !== true,
      );
      if (record === undefined) return;
      const { _id } = record;
      const unknown = await api().send(calls.update.path, { token, body: { _id, [UNKNOWN]: 1 } });
      expectProblem(unknown, 400, "validation");
      expect(errors(unknown.body)).toMatchObject([{ field: UNKNOWN, id: "unknown-field" }]);
      const single = (await api().send(`${calls.getById.path}?ID=${_id}`, { token })).body as JsonRecord;
      const answer = await api().send(calls.update.path, { token, body: single });
      expect([answer.status, answer.body]).toEqual([200, { matchedCount: 1 }]);
    });

    it("are named with the field that was meant", async () => {
      for (const field of Object.keys((calls.insert.body as z.ZodObject).shape)) {
        const wrong = field.toUpperCase();
        const answer = await api().send(calls.insert.path, { token, body: { clientId: CLIENT, [wrong]: 1 } });
        const expected = wrong === field ? [] : [expect.objectContaining({ field: wrong, meant: field })];
        expect(errors(answer.body)).toEqual(expect.arrayContaining(expected));
      }
    });
  });

  it("are refused inside a record, in the rows of a file and in messages, with the name that was meant", async () => {
    const [sector] = await records("/PivotSector/GetByClientID");
    const { start, ...meant } = { start: api().clock.now().toISOString(), field: "grossMM", meant: "grossMm" };
    const watering = { sectorId: sector._id, start, hours: 5, grossMM: 20 };
    const alone = await api().send("/Watering/Insert", { token, body: { clientId: CLIENT, ...watering } });
    expectProblem(alone, 400, "validation");
    expect(errors(alone.body)).toMatchObject([meant]);
    expect(alone.body).toMatchObject({ detail: "grossMM: Campo desconhecido. O nome é grossMm?" });

    const { status, body } = await api().send("/Watering/ImportPreview", {
      token,
      body: { clientId: CLIENT, rows: [watering, { ...watering, grossMM: undefined }] },
    });
    expect([status, body]).toMatchObject([200, { inserted: 1, errors: [{ row: 1, field: "grossMM" }] }]);

    const soil = await api().send("/Soil/Insert", {
      token,
      body: { clientId: CLIENT, name: "x", layers: [{ depthCm: 100, fcPct: 24, wpPct: 12, fcPc: 1 }] },
    });
    expect(errors(soil.body)).toMatchObject([{ field: "layers.0.fcPc", meant: "fcPct" }]);

    const [device] = await records("/Device/GetByClientID");
    const reading = { variable: "rain", date: start, value: 1, depthCM: 20 };
    const refused = [{ index: 0, field: "readings.0.depthCM", id: "misspelled-field", expected: "depthCm" }];
    const batch = { serial: device.serial, readings: [reading] };
    const message = await api().send("/Reading/Insert", { token, body: batch });
    expect(message.body).toMatchObject({ accepted: 0, rejected: refused });
    const many = await api().send("/Reading/InsertMany", { token, body: { batches: [batch] } });
    expect(many.body).toMatchObject({ accepted: 0, results: [{ rejected: refused }] });
  });

  it("are ignored among the parameters of a read unless one is misspelt", async () => {
    const ask = (query: string) => api().send(`/Watering/GetPage?ID=${CLIENT}&${query}`, { token });
    expect((await ask("_=1764234567")).status).toBe(200);
    const misspelt = await ask("From=2026-01-01");
    expect(errors(misspelt.body)).toMatchObject([{ field: "From", meant: "from" }]);
  });
});
