import { HOUR_MS } from "@lamina/shared/core/time";
import { beforeEach, expect, it } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendFaults, sendProblem, startApiServer } from "../../testing/api-server.ts";
import type { FieldRecord, OutboxEntry } from "./entry.ts";
import { findPossibleDuplicate, sendEntry } from "./send.ts";

const MADE = Date.parse("2026-05-14T12:00:00Z");
const LATER = MADE + HOUR_MS;
const entry = (record: FieldRecord): OutboxEntry => ({
  ...record,
  key: "key-00001",
  clientId: "c1",
  label: "Pivô 01 · Q1",
  madeAt: MADE,
  attempts: 0,
  problem: null,
  confirmed: false,
});
const watering = entry({
  kind: "watering",
  fields: { sectorId: "s1", start: "2026-05-14T10:00:00Z", grossMm: 12 },
});
const rain = entry({ kind: "rain", fields: { farmId: "f1", date: "2026-05-14", mm: 8 } });
const stored = { clientId: "c1", createdAt: "2026-05-14T11:00:00Z", updatedAt: "2026-05-14T11:00:00Z", active: true };

beforeEach(() => connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} }));

it("looks for another irrigation of the same sector at about the same time", async () => {
  const other = { ...stored, _id: "w1", start: "2026-05-14T07:00:00Z", netMm: 9, source: "telemetry" };
  const api = await startApiServer({
    "GET /Watering/GetPage": () => ({
      items: [
        { ...other, sectorId: "s2", grossMm: 5 },
        { ...other, sectorId: "s1", grossMm: 6, start: "2026-05-13T22:00:00Z" },
        { ...other, sectorId: "s1", grossMm: 11, start: "2026-05-13T22:00:00Z", hours: 7 },
      ],
      next: null,
    }),
  });
  expect(await findPossibleDuplicate(watering, LATER)).toEqual({ at: "2026-05-13T22:00:00Z", mm: 11 });
  const query = new URLSearchParams(api.requests[0]?.url.split("?")[1]);
  expect([query.get("from"), query.get("to")]).toEqual(["2026-05-13T04:00:00.000Z", "2026-05-14T16:00:00.000Z"]);
});

it("looks for manual rain of the same day and farm", async () => {
  const other = { ...stored, _id: "r1", date: "2026-05-14", mm: 9 };
  await startApiServer({
    "GET /Rain/GetPage": () => ({
      items: [
        { ...other, farmId: "f1", source: "device" },
        { ...other, farmId: "f2", source: "manual" },
        { ...other, farmId: "f1", source: "manual", mm: 7 },
      ],
      next: null,
    }),
  });
  expect(await findPossibleDuplicate(rain, LATER)).toEqual({ at: "2026-05-14", mm: 7 });
});

it("does not look for duplicates of a record that did not wait, nor in an API without the list", async () => {
  const api = await startApiServer();
  expect(await findPossibleDuplicate(watering, MADE + 10_000)).toBeNull();
  expect(api.requests).toEqual([]);
  expect(await findPossibleDuplicate(watering, LATER)).toBeNull();
});

const run = entry({
  kind: "run",
  fields: { sectorIds: ["s1", "s2"], state: "running", start: "2026-05-14T10:00:00Z", grossMm: 12 },
  parts: [
    { sectorId: "s1", start: "2026-05-14T10:00:00Z", end: "2026-05-14T12:00:00Z", grossMm: 12 },
    { sectorId: "s2", start: "2026-05-14T12:00:00Z", end: "2026-05-14T14:00:00Z", grossMm: 12, planned: true },
  ],
});

it("sends a run as one call under its key, with its photo", async () => {
  const api = await startApiServer({
    "POST /Photo/Insert": () => ({ _id: "f1" }),
    "POST /Watering/Record": () => ({ inserted: 2, duplicate: 0, errors: [] }),
  });
  expect(await sendEntry(run, "AAAA")).toEqual({ stored: "new" });
  const sent = api.requests.find(({ url }) => url.includes("/Watering/Record"));
  expect(sent?.headers["idempotency-key"]).toBe("key-00001");
  expect(sent?.body).toEqual({ clientId: "c1", ...(run.kind === "run" && run.fields), photoId: "f1" });
});

it.each([404, 501])("imports the waterings of a run where the API answers %d to it", async (status) => {
  const api = await startApiServer({
    "POST /Watering/Record": (_request, response) => sendProblem(response, status, "not-there"),
    "POST /Watering/Import": () => ({ inserted: 2, duplicate: 0, errors: [] }),
  });
  expect(await sendEntry(run)).toEqual({ stored: "new" });
  const sent = api.requests.find(({ url }) => url.includes("/Watering/Import"));
  expect(sent?.body).toEqual({ clientId: "c1", key: "key-00001", rows: run.kind === "run" && run.parts });
});

it("does not import a run that the API refuses", async () => {
  const api = await startApiServer({
    "POST /Watering/Record": (_request, response) =>
      sendFaults(response, { field: "sectorIds", id: "not-found", message: "Não existe." }),
  });
  await expect(sendEntry(run)).rejects.toMatchObject({ status: 400, fields: [{ id: "not-found" }] });
  expect(api.count("POST /Watering/Import")).toBe(0);
});

it("sends the irrigation that an earlier version of the app stored", async () => {
  const api = await startApiServer({ "POST /Watering/Import": () => ({ inserted: 1, duplicate: 0, errors: [] }) });
  expect(await sendEntry(watering)).toEqual({ stored: "new" });
  expect(api.requests[0]?.body).toEqual({
    ...{ clientId: "c1", key: "key-00001" },
    rows: [{ sectorId: "s1", start: "2026-05-14T10:00:00Z", grossMm: 12 }],
  });
});

it("looks for another irrigation of any sector of a run", async () => {
  const other = { ...stored, _id: "w1", start: "2026-05-14T11:00:00Z", netMm: 9, grossMm: 11, source: "manual" };
  await startApiServer({ "GET /Watering/GetPage": () => ({ items: [{ ...other, sectorId: "s2" }], next: null }) });
  expect(await findPossibleDuplicate(run, LATER)).toEqual({ at: "2026-05-14T11:00:00Z", mm: 11 });
});
