import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The project's folder, independent of the working directory. */
export const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * Node 24, which runs TypeScript sources directly. It comes with the locked optional package; where that is missing,
 * the machine must have it.
 */
export function node24() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const file = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const locked = `${root}node_modules/node-${platform}-${process.arch}/${file}`;
  if (existsSync(locked)) return locked;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(`Node 24 or later is needed on ${process.platform} ${process.arch}; this is ${process.version}.`);
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
