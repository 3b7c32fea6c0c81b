import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("V8 knows the flag for memory outside its heap", () => {
  const flags = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  expect(flags).toContain("--external-memory-accounted-in-global-limit");
});
