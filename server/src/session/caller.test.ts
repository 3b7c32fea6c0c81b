import { Socket } from "node:net";
import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { token } from "../testing/token.ts";
import { bearerToken, CallerReader } from "./caller.ts";

const TOKENS = 500;
const SIGNATURE_BYTES = 20_000;

/** Bytes of the heap after a garbage collection, which a query for objects does first. */
function heapUsed(): number {
  queryObjects(CallerReader as never, { format: "count" });
  return process.memoryUsage().heapUsed;
}

test("a cached caller holds no more of the token than its payload", () => {
  const reader = new CallerReader(() => 0);
  const before = heapUsed();
  for (let index = 0; index < TOKENS; index++) {
    const [header, payload] = token({ name: "ana", jti: `session-${index}`, exp: 1e9 }).split(".");
    const authorization = `Bearer ${header}.${payload}.${String(index).padStart(SIGNATURE_BYTES, "s")}`;
    expect(reader.read(bearerToken(authorization)).payload).toBe(payload);
  }
  expect(heapUsed() - before).toBeLessThan((TOKENS * SIGNATURE_BYTES) / 2);
  expect(reader.read(bearerToken(`Bearer ${token({ name: "ana", jti: "last", exp: 1e9 })}`)).claims.name).toBe("ana");
});

test("each request of a connection is read by its own header, and checked for expiry", () => {
  let now = 0;
  const reader = new CallerReader(() => now);
  const connection = new Socket();
  const read = (authorization: string | undefined) => reader.readHeader(authorization, connection);
  const [ana, bruno] = ["ana", "bruno"].map((name) => `Bearer ${token({ name, exp: 100 })}`);
  expect(read(ana).claims.name).toBe("ana");
  expect(read(bruno).claims.name).toBe("bruno");
  expect(() => read(undefined)).toThrow("missing");
  expect(() => read("Bearer x")).toThrow("malformed");
  expect(read(bruno).claims.name).toBe("bruno");
  now = 100_001;
  expect(() => read(bruno)).toThrow("expired");
});
