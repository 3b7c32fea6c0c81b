import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { expect, onTestFinished, test } from "vitest";
import { makeCertificate } from "../../scripts/testing/certificate.ts";
import { examineApi } from "./examine.ts";
import { fedScreens, firstStep, isUsable } from "./report.ts";

const EXAMPLE = fileURLToPath(new URL("../../docs/examples/smallest-api.mjs", import.meta.url));

/** Starts the example with its own certificate, on a free port. */
async function startExample(): Promise<{ url: string; ca: string }> {
  const folder = mkdtempSync(join(tmpdir(), "lamina-example-"));
  const { cert, key } = await makeCertificate();
  const env = { PORT: "0", API_PASSWORD: "irrigar", TLS_CERT_FILE: join(folder, "c"), TLS_KEY_FILE: join(folder, "k") };
  writeFileSync(env.TLS_CERT_FILE, cert);
  writeFileSync(env.TLS_KEY_FILE, key);
  const program = spawn(process.execPath, [EXAMPLE], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    program.kill();
    rmSync(folder, { recursive: true });
  });
  const [line] = (await once(createInterface({ input: program.stdout }), "line")) as [string];
  return { url: `https://localhost:${/port (\d+)/.exec(line)?.[1]}`, ca: cert };
}

test("the smallest API of the documents answers the specification's calls and one screen's as specified", async () => {
  expect(readFileSync(EXAMPLE, "utf8").split("\n").length).toBeLessThanOrEqual(151);
  const { url, ca } = await startExample();
  const result = await examineApi({
    url,
    ca,
    userName: "ana",
    password: "irrigar",
    broker: undefined,
    write: true,
    now: () => new Date(),
    timeoutMs: 5_000,
  });
  expect(result.writes.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(isUsable(result)).toBe(true);
  const outcomes = [...result.session, ...result.calls];
  const isThere = ({ verdict }: { verdict: string }) => !["missing", "not-asked"].includes(verdict);
  const odd = outcomes.filter((outcome) => isThere(outcome) && outcome.verdict !== "as-specified");
  expect(odd).toEqual([]);
  expect(fedScreens(result)).toMatch(/^Screens with data: forecast, config; not in the menu: irrigameter, report/);
  expect(firstStep(result)).toBe(
    "Nothing must be done. GET /Irrigameter/GetByClientID would add the screen irrigameter.",
  );
  const answered = new Set(outcomes.filter(isThere).map(({ call }) => call));
  const own = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  for (const call of [...own, "GET /Source/GetByClientID", "GET /Forecast/GetByFarmID"])
    expect(answered).toContain(call);
});
