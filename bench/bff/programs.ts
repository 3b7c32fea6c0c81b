import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import getPort from "get-port";
import { Agent, request } from "undici";

const hasTaskset = succeeds("taskset", "--version");
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** A measured program that listens, on the server's core. */
export interface Contender extends Disposable {
  name: string;
  port: number;
  pid: number;
}

/** The API that the contenders call on a miss. */
export interface Api {
  url: string;
  caFile: string;
}

/** The running programs, and the signal that ends each: a BFF would first wait for its clients. */
const running = new Map<ChildProcess, NodeJS.Signals>();
process.on("exit", () => {
  for (const [child, signal] of running) child.kill(signal);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

/** Ends the program with this one, however it ends. */
function bound(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): ChildProcess {
  running.set(child, signal);
  return child.once("exit", () => running.delete(child));
}

/** Starts a module of the load with a channel for messages. */
export function startLoad(file: string): ChildProcess {
  const child = bound(fork(here(file), { stdio: "inherit" }));
  if (hasTaskset) execFileSync("taskset", ["-acp", "1-63", String(child.pid)], { stdio: "ignore" });
  return child;
}

/** The server's core is 0; load and API run on the others. Without `taskset` the operating system decides. */
export function start(
  core: "server" | "load",
  command: string,
  parameters: string[],
  env = {},
  log?: string,
  end?: NodeJS.Signals,
): ChildProcess {
  const cores = core === "server" ? "0" : "1-63";
  const [program = "", ...rest] = hasTaskset
    ? ["taskset", "-c", cores, command, ...parameters]
    : [command, ...parameters];
  const stdout = log === undefined ? "pipe" : openSync(log, "a");
  const child = spawn(program, rest, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", stdout, stdout === "pipe" ? "inherit" : stdout],
  });
  return bound(child, end);
}

/** Starts a program of this folder and waits for the port that it prints. */
export async function startPrinting(core: "server" | "load", file: string, parameters: string[], env = {}) {
  const child = start(core, process.execPath, [here(file), ...parameters], env);
  const line = await new Promise<string>((resolve) => child.stdout?.once("data", (data) => resolve(String(data))));
  return { child, port: Number(line) };
}

/** Starts a contender of `peers.ts`. `responses` is how many `map` has. */
export async function startPeer(name: string, peer: string, api: Api, responses = 0): Promise<Contender> {
  const { child, port } = await startPrinting("server", "peers.ts", [peer, api.url, api.caFile, String(responses)]);
  return { name, port, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() };
}

/** The settings of Node and malloc in the BFF's image. */
function imageEnvironment(): Record<string, string> {
  const bff = readFileSync(here("../../Dockerfile"), "utf8").split(" AS bff\n")[1] ?? "";
  const set = [...bff.matchAll(/\b(NODE_OPTIONS|MALLOC_\w+)=(?:"([^"]*)"|(\S+))/g)];
  return Object.fromEntries(set.map(([, name, quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

/** Bundles the BFF as its image does, with its compile cache. Returns the program and its environment. */
export function bundleBff(folder: string) {
  const image = (script: string) => here(`../../deploy/image/${script}`);
  const main = join(folder, "bundle/server/dist/main.mjs");
  const env = { NODE_COMPILE_CACHE: join(folder, "compiled"), ...imageEnvironment() };
  execFileSync(process.execPath, [image("bundle.mjs"), join(folder, "bundle")], { stdio: "inherit" });
  execFileSync(process.execPath, [image("warm.mjs"), main], {
    env: { ...process.env, ...env, PORT: "0" },
  });
  return { main, env };
}

/**
 * Starts the BFF as in production, with its log written to a file. `startedMs` is the time to the first response of
 * `/healthz`.
 */
export async function startBff(name: string, main: string, api: Api, folder: string, env = {}) {
  const port = await getPort();
  const began = performance.now();
  const settings = {
    NODE_ENV: "production",
    PORT: String(port),
    UPSTREAM_URL: api.url,
    UPSTREAM_CA_FILE: api.caFile,
    ...env,
  };
  const child = start("server", process.execPath, [main], settings, join(folder, `${name}.log`), "SIGKILL");
  await listening(`${"TLS_CERT_FILE" in env ? "https" : "http"}://127.0.0.1:${port}/healthz`, api.caFile);
  const startedMs = performance.now() - began;
  return { name, port, pid: child.pid ?? 0, startedMs, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

/**
 * Starts nginx: responses cached by `proxy_cache` and compressed for each hit, or passed on. Undefined where it is not
 * installed.
 */
export async function startNginx(api: Api, folder: string): Promise<Contender | undefined> {
  if (!succeeds("nginx", "-v")) return undefined;
  const port = await getPort();
  const home = join(folder, "nginx");
  mkdirSync(home);
  const proxied = `proxy_pass ${api.url}/; proxy_ssl_verify on; proxy_ssl_trusted_certificate ${api.caFile};
    proxy_ssl_name localhost; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Accept-Encoding identity;`;
  writeFileSync(
    join(home, "nginx.conf"),
    `daemon off; ${process.getuid?.() === 0 ? "user root;" : ""} worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 4096; }
http {
  access_log off; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/f; uwsgi_temp_path ${home}/u; scgi_temp_path ${home}/s;
  keepalive_requests 1000000000; gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1000;
  proxy_cache_path ${home}/cache keys_zone=kept:16m max_size=256m;
  upstream api { server ${new URL(api.url).host}; keepalive 256; keepalive_requests 1000000000; }
  server { listen 127.0.0.1:${port};
    location /api/Kept/ { ${proxied.replace(`${api.url}/`, "https://api/Bench/")} proxy_cache kept; proxy_cache_valid 200 60s; proxy_cache_key "$http_authorization$request_uri"; }
    location /api/ { ${proxied.replace(api.url, "https://api")} }
  } }`,
  );
  const child = start("server", "nginx", ["-p", home, "-e", join(home, "error.log"), "-c", join(home, "nginx.conf")]);
  await listening(`http://127.0.0.1:${port}/`);
  return { name: "nginx", port, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() };
}

/** Starts Varnish in front of an unencrypted copy of the prepared bytes, because it has no TLS to its backend. */
export async function startVarnish(backend: number, folder: string): Promise<Contender | undefined> {
  if (!succeeds("varnishd", "-V")) return undefined;
  const port = await getPort();
  writeFileSync(
    join(folder, "varnish.vcl"),
    `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${backend}"; }
sub vcl_recv { return (hash); } sub vcl_hash { hash_data(req.http.Authorization); hash_data(req.http.Accept-Encoding); }
sub vcl_backend_response { set beresp.ttl = 600s; }`,
  );
  const parameters = [
    "-j",
    "none",
    "-F",
    "-a",
    `127.0.0.1:${port}`,
    "-f",
    join(folder, "varnish.vcl"),
    "-n",
    join(folder, "varnish"),
  ];
  const child = start(
    "server",
    "varnishd",
    [...parameters, "-s", "malloc,256m", "-p", "http_gzip_support=off"],
    {},
    join(folder, "varnish.log"),
  );
  await listening(`http://127.0.0.1:${port}/`);
  return { name: "Varnish", port, pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() };
}

/** CPU time of a process and its children from the kernel, in nanoseconds. */
export function cpuNs(pid: number): number {
  let total = 0;
  for (const task of tasks(pid)) {
    try {
      total += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ", 1)[0]);
      const children = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim();
      for (const child of children.split(" ").filter(Boolean)) total += cpuNs(Number(child));
    } catch {
      // The thread has ended since the listing.
    }
  }
  return total;
}

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function tasks(pid: number): string[] {
  return existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : [];
}

async function listening(url: string, caFile?: string): Promise<void> {
  const dispatcher = new Agent(caFile === undefined ? {} : { connect: { ca: readFileSync(caFile) } });
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const answered = await request(url, { dispatcher }).then(
      ({ body }) => body.dump().then(() => true),
      () => false,
    );
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`${url} does not answer`);
}

function succeeds(command: string, ...parameters: string[]): boolean {
  try {
    execFileSync(command, parameters, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
