// `npm run dev`: one URL. Vite serves the client with hot reload and forwards all else to a BFF that restarts on
// change.
import { spawn } from "node:child_process";
import { createServer } from "vite";
import { node24, root } from "./run.mjs";

const PORT = Number(process.env.PORT ?? 8080);
const BFF_PORT = PORT + 1;
const BFF_URL = `http://localhost:${BFF_PORT}`;
/** One saved file causes several events; a formatter on save changes several files. */
const SETTLE_MS = 150;
const SERVER_SOURCES = ["shared/src", "agronomy/src", "server/src", "reference"].map((path) => root + path);

// Read by client/vite.config.ts, which forwards the BFF's paths.
process.env.BFF_URL = BFF_URL;
const vite = await createServer({ root: `${root}client`, server: { port: PORT, strictPort: true } });
// Before the BFF starts, because a port in use ends this process here and would leave a BFF running.
await vite.listen();
let bff = startBff();
let timer;
/** Runs restarts one at a time. */
let restarted = Promise.resolve();
vite.watcher.add(SERVER_SOURCES);
vite.watcher.on("all", (_event, path) => {
  if (!SERVER_SOURCES.some((source) => path.startsWith(source)) || /\.test\.ts$/.test(path)) return;
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarted = restarted.then(restart);
  }, SETTLE_MS);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

function startBff() {
  const env = { ...process.env, PORT: String(BFF_PORT), ALLOWED_ORIGINS: `http://localhost:${PORT}` };
  // A separate process group, so that Ctrl-C reaches it only once, from here.
  const child = spawn(node24(), ["server/src/main.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env,
  });
  // Replaces its own address in the output by Vite's, which is the one to open.
  child.stdout.setEncoding("utf8").on("data", (text) => {
    process.stdout.write(text.replaceAll(BFF_URL, `http://localhost:${PORT}`));
  });
  return child;
}

async function restart() {
  console.log("The server's code has changed: starting it again …");
  await ended(bff);
  bff = startBff();
}

async function stop() {
  clearTimeout(timer);
  await Promise.all([ended(bff), vite.close()]);
  process.exit(0);
}

function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  child.kill("SIGTERM");
  return new Promise((resolve) => child.on("exit", resolve));
}
