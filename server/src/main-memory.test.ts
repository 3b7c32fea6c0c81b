import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("V8 knows the flags of the collector", () => {
  const flags = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(flags).toContain("--external-memory-accounted-in-global-limit");
  expect(flags).toContain("--heap-growing-percent");
  expect(flags).toContain("--parallel-scavenge");
});
