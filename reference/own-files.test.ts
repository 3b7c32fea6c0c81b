import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { copyEmptyDatabase } from "./testing/pglite.ts";
import { runProgram } from "./testing/program.ts";

it("a start on own files without content ends with their name, and missing ones are made with a word in the log", {
  timeout: 240_000,
}, async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "own-files-"));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, maxRetries: 5 }));
  await copyEmptyDatabase(join(DATA_DIR, "database"));
  const path = (name: string) => join(DATA_DIR, name);
  const start = async () => {
    const { child, says, exit, output } = runProgram("main.ts", { DATA_DIR });
    onTestFinished(() => void child.kill("SIGKILL"));
    await says(/configured as/);
    child.kill("SIGTERM");
    return { code: await exit, output: output() };
  };
  const refused = (name: string, fault: string) => ({
    code: 1,
    output: expect.stringMatching(`^${path(name)} is ${fault}: copy it from a backup .*, or delete it.*\\.\n$`),
  });

  // An empty file of the first administrator would be an empty password.
  writeFileSync(path("admin-password"), "");
  expect(await start()).toEqual(refused("admin-password", "empty"));
  rmSync(path("admin-password"));
  expect((await start()).code).toBe(0);
  const password = readFileSync(path("broker-password"), "utf8");
  writeFileSync(path("broker-password"), "");
  expect(await start()).toEqual(refused("broker-password", "empty"));
  writeFileSync(path("broker-password"), password);

  for (const name of ["token-key.json", "unsubscribe-key", "tls/ca.pem"]) rmSync(path(name));
  const { code, output } = await start();
  expect(code).toBe(0);
  expect(output).toContain(
    `${path("token-key.json")} was missing and is made anew, so that all users must log in again`,
  );
  expect(output).toContain(`${path("unsubscribe-key")} was missing`);
  expect(output).toContain(`${path("tls/ca.pem")} is made anew, so that callers must be given the new one`);
});
