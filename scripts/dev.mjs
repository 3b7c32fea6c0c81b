// `npm run dev`: one URL. Vite serves the client with hot reload and passes the rest on to a BFF that restarts on change.
import { spawn } from "node:child_process";
import { createServer } from "vite";
import { node24, root } from "./run.mjs";

const PORT = Number(process.env.PORT ?? 8080);
const BFF_PORT = PORT + 1;
const BFF_URL = `http://localhost:${BFF_PORT}`;
/** One saved file comes as several events; a formatter on save as several files. */
const SETTLE_MS = 150;
const SERVER_SOURCES = ["shared/src", "server/src", "upstream/src"].map((path) => root + path);

const vite = await createServer({
  root: `${root}client`,
  server: {
    port: PORT,
    strictPort: true,
    proxy: {
      "^/(api|config\\.json|healthz|readyz|metrics)": { target: BFF_URL },
      "/realtime": { target: BFF_URL, ws: true },
    },
  },
});
let bff = startBff();
let timer;
vite.watcher.add(SERVER_SOURCES);
vite.watcher.on("all", (_event, path) => {
  if (!SERVER_SOURCES.some((source) => path.startsWith(source)) || /\.test\.ts$/.test(path)) return;
  clearTimeout(timer);
  timer = setTimeout(restart, SETTLE_MS);
});
await vite.listen();
vite.printUrls();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

function startBff() {
  const env = { ...process.env, PORT: String(BFF_PORT), ALLOWED_ORIGINS: `http://localhost:${PORT}` };
  // Its own process group, so that Ctrl-C reaches it once, from here.
  return spawn(node24(), ["server/src/main.ts"], { cwd: root, stdio: "inherit", detached: true, env });
}

async function restart() {
  console.log("The server's sources changed: restarting …");
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
