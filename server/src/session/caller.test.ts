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
