import { HOUR_MS } from "@lamina/shared/core/time";
import { beforeEach, expect, it } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { startApiServer } from "../../testing/api-server.ts";
import type { FieldRecord, OutboxEntry } from "./entry.ts";
import { findPossibleDuplicate } from "./send.ts";

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
