import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { isReason, tooOldNode } from "./prepare.mjs";
import { npm } from "./run.mjs";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("reports a Node that is too old, with the remedy, before it installs anything", () => {
  for (const version of ["18.20.8", "20.18.3"])
    expect(tooOldNode(version)).toMatch(/20\.19 ou mais novo; este é o .*nodejs\.org/);
  for (const version of ["20.19.0", "22.1.0", "24.21.0"]) expect(tooOldNode(version)).toBeUndefined();
});

/** What npm 11 writes without a network. */
const NO_NETWORK = `npm error code ECONNREFUSED
npm error FetchError: request to https://registry.npmjs.org/zod failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.emit (node:events:524:28) {
npm error   code: 'ECONNREFUSED',
npm error }
npm error
npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.
`;

test("shows the reason of an error of npm without its stack", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lamina-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "npm.cjs"), `process.stderr.write(${JSON.stringify(NO_NETWORK)}); process.exitCode = 7;`);
  vi.stubEnv("npm_execpath", join(folder, "npm.cjs"));
  vi.stubEnv("npm_node_execpath", process.execPath);
  const shown = vi.spyOn(console, "error").mockReturnValue();
  expect(await npm(["ci"], isReason)).toBe(7);
  expect(shown.mock.calls.map(([line]) => line.slice(0, 20))).toEqual([
    "npm error code ECONN",
    "npm error FetchError",
    "npm error If you are",
  ]);
});
