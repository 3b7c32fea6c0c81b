import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { bin, node24, npm, root, run } from "./run.mjs";

const PAGE = `${root}client/dist/index.html`;
/** Sources of the built client. */
const CLIENT_SOURCES = ["client", "shared", "agronomy", "package-lock.json"];
const NOT_SOURCES = new Set(["node_modules", "dist", "dist-native", "android", "ios"]);

/** The oldest Node that npm and these scripts support; the product itself runs on the Node 24 of `node_modules`. */
const MIN_NODE = [20, 19];

/**
 * @param {string} version from `process.versions.node`
 * @returns {string | undefined} the remedy, when this Node is too old
 */
export function tooOldNode(version) {
  const [major, minor] = version.split(".").map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return undefined;
  return `Lâmina needs Node ${MIN_NODE.join(".")} or later; this is ${version}. Install it from https://nodejs.org and try again.`;
}

/**
 * Without a network npm's own pauses of 10 and 60 seconds would hide the reason for minutes; these last 17 seconds
 * together.
 */
const RETRIES = ["--fetch-retries=3", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=8000"];

/**
 * Whether a line of npm's errors gives the reason: it is no frame of a stack, no field of an error object and not empty.
 * @param {string} line
 */
export const isReason = (line) => !/^npm error( {2}|\s*}?$)/.test(line);

/**
 * Installs packages when `node_modules` differs from `package-lock.json`.
 * @param {{ omitDev?: boolean }} [options] `omitDev`: only what the product runs and is built with
 */
export async function install({ omitDev = false } = {}) {
  const complaint = tooOldNode(process.versions.node);
  if (complaint) throw new Error(complaint);
  const [installed, wanted] = ["node_modules/.package-lock.json", "package-lock.json"].map(packagesOf);
  if (missing(installed, wanted, { omitDev }).length > 0) {
    await installPackages({ omitDev, isAddition: missing(installed, wanted, { omitDev: true }).length === 0 });
  }
  repairLinks(root, wanted);
}

/**
 * Replaces copies of workspaces in `node_modules` by links to them: a copy that followed the links (`cp -L`, some archives)
 * holds sources that Node does not run there.
 * @param {string} folder of the project @param {Packages} wanted
 */
export function repairLinks(folder, wanted = {}) {
  for (const [path, { link, resolved }] of Object.entries(wanted)) {
    const place = join(folder, path);
    if (!link || !resolved || !lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) continue;
    console.log(`Replacing a copy in ${path} by a link to ${resolved} …`);
    rmSync(place, { recursive: true });
    symlinkSync(relative(dirname(place), join(folder, resolved)), place, "junction");
  }
}

/** Asks the registry for one answer first, because without a network npm would try in vain for every package. */
export async function installPackages({ omitDev = false, isAddition = false } = {}) {
  console.log(
    isAddition
      ? "Installing the packages of checks and tests too …"
      : "Installing the packages (half a minute to two minutes the first time) …",
  );
  let isDenied = false;
  const noticing = (isShown) => (line) => {
    isDenied ||= DENIED.test(line);
    return isShown(line);
  };
  const isReachable = await reachesRegistry(noticing);
  const source = isReachable ? RETRIES : ["--offline"];
  const errors = noticing(isReachable ? isReason : () => false);
  const part = omitDev ? ["--omit=dev"] : [];
  if ((await npm(["ci", ...part, "--no-audit", "--no-fund", "--loglevel=error", ...source], errors)) !== 0) {
    const remedy = isDenied
      ? "This user may not write npm's cache or this folder: set npm_config_cache=/a/folder/that/it/may/write, and check the owner of the project's folder."
      : "No network? Check the connection and the proxy (npm config get proxy).";
    throw new Error(`The packages could not be installed; npm's message is above. ${remedy}`);
  }
}

/** A line of npm's errors about a folder that may not be written, as of a service account without a home. */
const DENIED = /\b(EACCES|EROFS|EPERM)\b/;

/** Whether the registry answers, if only by a status of HTTP, because not every registry has this call. */
async function reachesRegistry(noticing) {
  let isAnswered = false;
  const isShown = (line) => {
    // A cache that cannot be written is no fault of the network.
    isAnswered ||= /^npm error code E\d{3}$/.test(line) || DENIED.test(line);
    return !isAnswered && isReason(line);
  };
  const code = await npm(["ping", "--loglevel=error", "--fetch-timeout=10000", ...RETRIES], noticing(isShown));
  return code === 0 || isAnswered;
}

/** Builds the client when its sources are newer than the last build. */
export async function buildClient() {
  if (existsSync(PAGE) && newest(CLIENT_SOURCES) <= statSync(PAGE).mtimeMs) return;
  console.log("Building the client …");
  if ((await run(node24(), [bin.vite, "build", "--logLevel", "warn"], { cwd: `${root}client` })) !== 0) {
    throw new Error("The client could not be built; the reason is above.");
  }
}

/**
 * The wanted packages that are not installed. Compares contents, not dates, because a clone, a copy or a restored cache may
 * have any date.
 * @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, dev?: boolean, link?: boolean, resolved?: string }>} Packages
 * @param {Packages | undefined} installed @param {Packages | undefined} wanted by path, as in a lock file
 * @param {{ omitDev: boolean }} options
 * @returns {string[]} their paths
 */
export function missing(installed = {}, wanted = {}, { omitDev }) {
  return Object.keys(wanted).filter((path) => {
    const { version, optional, devOptional, dev, link } = wanted[path];
    if (!path.includes("node_modules/") || (omitDev && dev)) return false;
    const there = installed[path];
    return there
      ? Boolean(there.link) !== Boolean(link) || there.version !== version
      : !optional && !(omitDev && devOptional);
  });
}

/** @returns {Packages | undefined} */
function packagesOf(lockFile) {
  return existsSync(root + lockFile) ? JSON.parse(readFileSync(root + lockFile, "utf8")).packages : undefined;
}

function newest(paths) {
  let latest = 0;
  for (const path of paths) latest = Math.max(latest, newestIn(join(root, path)));
  return latest;
}

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path)) {
    if (!NOT_SOURCES.has(entry)) latest = Math.max(latest, newestIn(join(path, entry)));
  }
  return latest;
}
