import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The project's folder, independent of the working directory. */
export const root = fileURLToPath(new URL("../", import.meta.url));

const MIN_MAJOR = 24;
const majorOf = (version) => Number.parseInt(version.replace(/^v/, ""), 10);
let checked;

/**
 * Node 24, which runs TypeScript sources directly. It comes with the locked optional package; where that is missing or
 * does not run, the machine must have it.
 */
export function node24() {
  checked ??= usableNode(lockedNode(), process.execPath, process.version);
  return checked;
}

/**
 * The locked Node where it runs here, else this one where it is new enough, with the reason.
 * @param {string} locked @param {string} own this process's program @param {string} ownVersion
 */
export function usableNode(locked, own, ownVersion) {
  const fault = existsSync(locked) ? faultOf(locked) : "it is not installed";
  if (fault === undefined) return locked;
  if (majorOf(ownVersion) >= MIN_MAJOR) {
    if (existsSync(locked))
      console.error(`The Node of this project does not run here (${fault}): using Node ${ownVersion}.`);
    return own;
  }
  throw new Error(
    `Node ${MIN_MAJOR} or later is needed on ${process.platform} ${process.arch}; this is ${ownVersion}, and the project's own cannot be used: ${fault}.`,
  );
}

/** Why a program is no usable Node; undefined when it is one. A file that exists may be of another system, such as musl. */
function faultOf(program) {
  const { error, status, stdout, stderr } = spawnSync(program, ["--version"], { encoding: "utf8", timeout: 20_000 });
  if (error)
    return error.code === "ENOENT" ? "this system lacks the loader that it needs, as musl does" : error.message;
  if (status !== 0) return stderr.trim().split("\n")[0] || `it ends with code ${status}`;
  return majorOf(stdout) >= MIN_MAJOR ? undefined : `it is ${stdout.trim()}`;
}

function lockedNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  return `${root}node_modules/node-${platform}-${process.arch}/${file}`;
}

/** The entry file of a package's command. Run with {@link node24} it needs no shell and no platform-specific shim. */
export const bin = {
  biome: `${root}node_modules/@biomejs/biome/bin/biome`,
  capacitor: `${root}node_modules/@capacitor/cli/bin/capacitor`,
  tsc: `${root}node_modules/typescript/bin/tsc`,
  vite: `${root}node_modules/vite/bin/vite.js`,
  vitest: `${root}node_modules/vitest/vitest.mjs`,
};

/**
 * Runs a command with this terminal's input and output.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @param {(line: string) => boolean} [isShown] whether a line of its errors is shown; without it all are
 * @returns {Promise<number>} its exit code; 1 when it could not start or was ended by a signal
 */
export function run(command, args, options = {}, isShown) {
  return new Promise((resolve) => {
    const stdio = isShown ? ["inherit", "inherit", "pipe"] : "inherit";
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    if (isShown) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        if (isShown(line)) console.error(line);
      });
    }
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    // After the last line of its errors.
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs npm with the Node that npm itself was started with, because the one in `node_modules` would delete itself in
 * `npm ci`.
 * @param {string[]} args
 * @param {(line: string) => boolean} [isShown] as of {@link run}
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function npm(args, isShown, options = {}) {
  const { npm_execpath: npmFile, npm_node_execpath: node = process.execPath } = process.env;
  if (npmFile) return run(node, [npmFile, ...args], options, isShown);
  const isWindows = process.platform === "win32";
  return run(isWindows ? "npm.cmd" : "npm", args, { shell: isWindows, ...options }, isShown);
}
