import { expect, test } from "vitest";
import { tooOldNode } from "./prepare.mjs";

test("reports a Node that is too old, with the remedy, before it installs anything", () => {
  for (const version of ["18.20.8", "20.18.3"])
    expect(tooOldNode(version)).toMatch(/20\.19 ou mais novo; este é o .*nodejs\.org/);
  for (const version of ["20.19.0", "22.1.0", "24.21.0"]) expect(tooOldNode(version)).toBeUndefined();
});
