// `npm start`: installs missing packages, builds an outdated client, runs the product. Needs only Node 20 or later and
// npm.
import { spawn } from "node:child_process";
import { buildClient, install } from "./prepare.mjs";
import { node24, root } from "./run.mjs";

/** The server is killed after this time, which is longer than a request may take, or at the second signal. */
const GRACE_MS = 60_000;
const NPM_CHECK_MS = 1_000;

try {
  await install({ omitDev: true });
  await buildClient();
  serve();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function serve() {
  // A separate process group: the terminal sends Ctrl-C to the whole group and npm passes it on once more, but the
  // server must receive it exactly once.
  const server = spawn(node24(), ["server/src/main.ts"], {
    cwd: root,
    // Compiled sources of the last run: the start takes two thirds of the processor time.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/node`, ...environment() },
    // The channel tells the server when this process has been killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    detached: true,
  });
  let stopRequestedAt;
  const stop = () => {
    const now = performance.now();
    if (stopRequestedAt === undefined) {
      stopRequestedAt = now;
      server.kill("SIGTERM");
      setTimeout(() => server.kill("SIGKILL"), GRACE_MS).unref();
    } else if (now - stopRequestedAt > 1_000) {
      server.kill("SIGKILL");
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
  stopAfterNpm(stop);
  server.on("error", (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  server.on("exit", (code) => process.exit(code ?? 1));
}

/** Stops when npm has been killed, which sends no signal. Started without npm, the server outlives its shell. */
function stopAfterNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, NPM_CHECK_MS);
  watch.unref();
}

/** Without an API in the environment it requests the demo. */
function environment() {
  const { UPSTREAM_URL, DATABASE_URL, DEMO } = process.env;
  return UPSTREAM_URL || DATABASE_URL || DEMO ? process.env : { ...process.env, DEMO: "1" };
}
