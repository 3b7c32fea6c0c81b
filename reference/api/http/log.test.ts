import { DrizzleQueryError } from "drizzle-orm";
import { expect, it } from "vitest";
import { createLog } from "./log.ts";

it("logs a failed query without its parameters, and a request without its query values", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const cause = new Error("relation users does not exist");
  log.error({ err: new DrizzleQueryError("select * from users where name = $1", ["maria"], cause) }, "job failed");
  log.info({ req: { method: "GET", url: "/User/GetAll?ID=maria" } }, "answered");
  log.error({ err: new Error("disk full") }, "not stored");
  expect(lines.join("")).not.toContain("maria");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    err: { query: "select * from users where name = $1", reason: "relation users does not exist" },
  });
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ req: { method: "GET", path: "/User/GetAll" } });
  expect(JSON.parse(lines[2] ?? "")).toMatchObject({ err: { message: "disk full" } });
});

it("logs an unavailable database as its reason alone, and a full disk with the remedy", () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => lines.push(line) });
  const full = Object.assign(new Error('could not extend file "base/5/1": No space left on device'), { code: "53100" });
  log.error({ err: full }, "job failed");
  log.error({ err: new DrizzleQueryError("insert into users values ($1)", ["maria"], full) }, "job failed");
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.1:5432"), { code: "ECONNREFUSED" });
  log.error({ err: refused }, "job failed");
  const remedy = "the disk of the database is full: free at least 64 MiB";
  expect(lines.map((line) => JSON.parse(line).err)).toEqual([
    { code: "53100", reason: remedy },
    { code: "53100", reason: remedy },
    { code: "ECONNREFUSED", reason: "connect ECONNREFUSED 10.0.0.1:5432" },
  ]);
});

it("writes the service, the version, the level and the time on each line", () => {
  const lines: string[] = [];
  createLog("info", { write: (line) => lines.push(line) }).warn("almost full");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "warn",
    service: "lamina-api",
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});
