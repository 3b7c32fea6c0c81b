import { expect, test } from "vitest";
import { conditional } from "./client-answer.ts";
import { negotiate } from "./encoding.ts";
import { readLaneRequest } from "./lane-request.ts";

/** How many times more CPU time an input of sixteen times the length takes: 16 if cost is linear, 256 if quadratic. */
function growth(run: (length: number) => unknown): number {
  const cost = (length: number) => {
    const times = Array.from({ length: 15 }, () => {
      const before = process.cpuUsage();
      for (let again = 0; again < 40; again++) run(length);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    });
    return Math.min(...times) + 1;
  };
  cost(1_000);
  return cost(16_000) / cost(1_000);
}

const answer = { status: 200, headers: { etag: 'W/"x"' }, body: Buffer.from("[]") };

test.each<[string, (length: number) => unknown]>([
  ["Accept-Encoding", (length) => negotiate("x,".repeat(length / 2))],
  ["Accept-Encoding of parameters", (length) => negotiate(`gzip${";q".repeat(length / 2)}`)],
  ["If-None-Match", (length) => conditional(answer, '"x",'.repeat(length / 4))],
  ["an address", (length) => readLaneRequest(`/api/${"/;".repeat(length / 2)}`, ["Authorization", "Bearer x"])],
])("the cost of %s grows linearly with its length", (_name, run) => {
  expect(growth(run)).toBeLessThan(80);
});

test("ignores an Accept-Encoding longer than any browser sends", () => {
  expect(negotiate("gzip")).toBe("gzip");
  expect(negotiate(`gzip${",x".repeat(7_500)}`)).toBeUndefined();
});
