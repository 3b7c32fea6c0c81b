import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { installPackages, isReason, missing, repairLinks, tooOldNode } from "./prepare.mjs";
import { npm, usableNode } from "./run.mjs";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("reports a Node that is too old, with the remedy, before it installs anything", () => {
  for (const version of ["18.20.8", "20.18.3"])
    expect(tooOldNode(version)).toMatch(/20\.19 or later; this is .*nodejs\.org/);
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

/** Replaces npm by a program that writes each command to the returned file; `ping` fails with `errors`. */
function fakeNpm(errors, others = "") {
  const folder = mkdtempSync(join(tmpdir(), "lamina-npm-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const commands = join(folder, "commands");
  const program = `const args = process.argv.slice(2);
require("node:fs").appendFileSync(${JSON.stringify(commands)}, args.join(" ") + "\\n");
if (args[0] === "ping") { process.stderr.write(${JSON.stringify(errors)}); process.exitCode = 7; }
else { ${others} }`;
  writeFileSync(join(folder, "npm.cjs"), program);
  vi.stubEnv("npm_execpath", join(folder, "npm.cjs"));
  vi.stubEnv("npm_node_execpath", process.execPath);
  return () => readFileSync(commands, "utf8").trimEnd().split("\n");
}

test("without a network it asks the registry once, installs what npm has stored, or says what to check", async () => {
  const commands = fakeNpm(NO_NETWORK, `process.stderr.write("npm error code ENOTCACHED\\n"); process.exitCode = 1;`);
  vi.spyOn(console, "log").mockReturnValue();
  const shown = vi.spyOn(console, "error").mockReturnValue();
  await expect(installPackages()).rejects.toThrow(/No network\? Check the connection and the proxy/);
  expect(commands()).toEqual([expect.stringMatching(/^ping /), expect.stringMatching(/^ci .*--offline/)]);
  expect(shown.mock.calls.flat().join()).toMatch(/ECONNREFUSED/);
  expect(shown.mock.calls.flat().join()).not.toMatch(/ENOTCACHED/);
});

test("a registry that answers the question by an error is asked for the packages", async () => {
  const commands = fakeNpm("npm error code E404\nnpm error 404 Not Found - GET https://npm.example/-/ping\n");
  vi.spyOn(console, "log").mockReturnValue();
  const shown = vi.spyOn(console, "error").mockReturnValue();
  await installPackages();
  expect(commands()[1]).toMatch(/^ci /);
  expect(commands()[1]).not.toMatch(/offline/);
  expect(shown).not.toHaveBeenCalled();
});

test("the start needs no package of the tests, and the tests add theirs", async () => {
  const wanted = {
    "": {},
    client: {},
    "node_modules/react": { version: "19.0.0" },
    "node_modules/vitest": { version: "5.0.0", dev: true },
    "node_modules/fsevents": { version: "2.0.0", dev: true, optional: true },
    "node_modules/esbuild": { version: "0.27.0", devOptional: true },
    "node_modules/@lamina/client": { link: true },
  };
  const { "node_modules/vitest": _test, "node_modules/esbuild": _bundler, ...started } = wanted;
  expect(missing(undefined, wanted, { omitDev: true })).toEqual(["node_modules/react", "node_modules/@lamina/client"]);
  expect(missing(started, wanted, { omitDev: true })).toEqual([]);
  expect(missing(started, wanted, { omitDev: false })).toEqual(["node_modules/vitest", "node_modules/esbuild"]);
  expect(missing(wanted, wanted, { omitDev: true })).toEqual([]);
  const other = { ...wanted, "node_modules/react": { version: "18.0.0" }, "node_modules/@lamina/client": {} };
  expect(missing(other, wanted, { omitDev: true })).toEqual(["node_modules/react", "node_modules/@lamina/client"]);
});

test("names npm's cache where it may not be written, and does not blame the network", async () => {
  fakeNpm(
    "npm error code EACCES\nnpm error Your cache folder contains root-owned files\n",
    `process.stderr.write("npm error code EACCES\\n"); process.exitCode = 1;`,
  );
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
  const failure = await installPackages().catch(({ message }) => message);
  expect(failure).toMatch(/npm_config_cache=/);
  expect(failure).not.toMatch(/network/);
});

test("copies of workspaces become links again, and links stay", () => {
  const folder = mkdtempSync(join(tmpdir(), "lamina-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ["shared", "server", "node_modules/@lamina/shared", "node_modules/react"])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, "shared/a"), "source");
  writeFileSync(join(folder, "node_modules/@lamina/shared/a"), "copy");
  symlinkSync("../../server", join(folder, "node_modules/@lamina/server"));
  const told = vi.spyOn(console, "log").mockReturnValue();
  repairLinks(folder, {
    "node_modules/@lamina/shared": { link: true, resolved: "shared" },
    "node_modules/@lamina/server": { link: true, resolved: "server" },
    "node_modules/react": { version: "19.0.0" },
  });
  expect(readFileSync(join(folder, "node_modules/@lamina/shared/a"), "utf8")).toBe("source");
  expect(lstatSync(join(folder, "node_modules/@lamina/shared")).isSymbolicLink()).toBe(true);
  expect(told).toHaveBeenCalledOnce();
});

/** A program of the given script; without one the interpreter is missing, as the loader of another libc. */
function program(script) {
  const folder = mkdtempSync(join(tmpdir(), "lamina-node-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "node");
  writeFileSync(file, script ? `#!/bin/sh\n${script}\n` : "#!/lib/ld-of-another-system\n", { mode: 0o755 });
  return file;
}

test.skipIf(process.platform === "win32")(
  "a Node that does not run here is replaced by this one, with the reason",
  () => {
    const told = vi.spyOn(console, "error").mockReturnValue();
    const good = program("echo v24.21.0");
    expect(usableNode(good, "/own/node", "v20.19.0")).toBe(good);
    expect(told).not.toHaveBeenCalled();
    for (const [script, reason] of [
      ["", /lacks the loader/],
      ["echo 'GLIBC_2.28 not found' >&2; exit 1", /GLIBC_2\.28 not found/],
      ["echo v18.9.0", /it is v18\.9\.0/],
    ]) {
      const locked = program(script);
      expect(usableNode(locked, "/own/node", "v24.1.0")).toBe("/own/node");
      expect(told.mock.lastCall?.[0]).toMatch(reason);
      expect(() => usableNode(locked, "/own/node", "v22.1.0")).toThrow(/Node 24 or later is needed .* this is v22/);
    }
    expect(usableNode("/nowhere/node", "/own/node", "v24.1.0")).toBe("/own/node");
  },
);

test.each([
  [{ omitDev: true }, /^ci --omit=dev /, /Installing the packages \(/],
  [{ isAddition: true }, /^ci --no-audit /, /packages of checks and tests too/],
])("%o installs that part, and says so", async (options, command, sentence) => {
  const commands = fakeNpm("");
  const told = vi.spyOn(console, "log").mockReturnValue();
  await installPackages(options);
  expect(commands()[1]).toMatch(command);
  expect(told.mock.calls.flat().join()).toMatch(sentence);
});

test("shows the reason of an error of npm without its stack", async () => {
  fakeNpm(NO_NETWORK);
  const shown = vi.spyOn(console, "error").mockReturnValue();
  expect(await npm(["ping"], isReason)).toBe(7);
  expect(shown.mock.calls.map(([line]) => line.slice(0, 20))).toEqual([
    "npm error code ECONN",
    "npm error FetchError",
    "npm error If you are",
  ]);
});
