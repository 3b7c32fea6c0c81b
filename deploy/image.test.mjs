import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { node24, root } from "../scripts/run.mjs";
import { freePort } from "../scripts/testing/free-port.ts";
import { isLongFor } from "../scripts/testing/long.ts";
import { makeSecrets } from "./secrets.mjs";

const script = (name) => fileURLToPath(new URL(`image/${name}.mjs`, import.meta.url));
const dockerfile = readFileSync(new URL("../Dockerfile", import.meta.url), "utf8");
let folder;
let server;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lamina-image-"));
});
afterEach(async () => {
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

/** Runs a script of the image; returns its exit code and its output. */
function run(name, args, options) {
  return new Promise((resolve) => {
    execFile(process.execPath, [script(name), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

const listen = async (made, status) => {
  server = made.on("request", (_request, response) => response.writeHead(status).end());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return String(server.address().port);
};

test("a container is healthy when its own /healthz answers 200, and otherwise says why", async () => {
  const PORT = await listen(http.createServer(), 200);
  expect(await run("healthcheck", ["bff"], { env: { PORT } })).toMatchObject({ code: 0 });
  server.close();
  server.closeAllConnections();
  const failing = await listen(http.createServer(), 503);
  const answer = await run("healthcheck", ["bff"], { env: { PORT: failing } });
  expect(answer).toMatchObject({ code: 1, stderr: "/healthz answered 503\n" });
});

test("over TLS the certificate is verified by its own name, and another one is refused", async () => {
  await makeSecrets(folder, "lamina.example.com.br", new Date());
  const read = (name) => readFileSync(join(folder, name));
  const PORT = await listen(https.createServer({ cert: read("mosquitto.pem"), key: read("mosquitto-key.pem") }), 200);
  const health = (file) => run("healthcheck", ["api"], { env: { PORT, TLS_CERT_FILE: join(folder, file) } });
  expect(await health("mosquitto.pem")).toMatchObject({ code: 0 });
  const other = join(folder, "other");
  mkdirSync(other);
  await makeSecrets(other, "lamina.example.com.br", new Date());
  expect(await health("other/mosquitto.pem")).toMatchObject({ code: 1 });
});

test("deletes unneeded packages and files, keeps licences, and lists the rest in the bill of materials", async () => {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const manifest = (name, dependencies) => JSON.stringify({ name, version: "1.0.0", license: "MIT", dependencies });
  write("server/package.json", manifest("server", { fast: "1", plain: "1" }));
  write("node_modules/plain/package.json", manifest("plain"));
  write("node_modules/fast/package.json", manifest("fast", { deep: "1" }));
  write("node_modules/fast/index.js.map", "{}");
  write("node_modules/fast/LICENSE.md", "MIT");
  write("node_modules/fast/node_modules/deep/package.json", manifest("deep"));
  write("node_modules/tests-only/package.json", manifest("tests-only"));
  const integrity = `sha512-${Buffer.from("abc").toString("base64")}`;
  write(
    "package-lock.json",
    JSON.stringify({
      name: "lamina",
      version: "1.0.0",
      packages: {
        "node_modules/fast": { version: "1.0.0", integrity },
        "client/node_modules/@scope/shown": { version: "2.1.0", integrity },
      },
    }),
  );
  await run("prune", ["server"], { cwd: folder });
  const left = (path) => existsSync(join(folder, "node_modules", path));
  // A package without a licence text gets that of its licence.
  expect(readFileSync(join(folder, "node_modules/plain/LICENSE"), "utf8")).toContain("the authors of plain");
  expect([
    left("fast/LICENSE.md"),
    left("fast/node_modules/deep"),
    left("fast/index.js.map"),
    left("tests-only"),
  ]).toEqual([true, true, false, false]);
  const entry = (name, state) =>
    `Package: ${name}\nStatus: ${state}\nArchitecture: amd64\nVersion: 1:2.0+deb12u1\nDescription: x\n y\n`;
  write("status", [entry("libc6", "install ok installed"), entry("gone", "deinstall ok config-files")].join("\n"));
  const heading = (name) => `${"=".repeat(80)}\n${name} (MIT)\n\nThe MIT License\n`;
  write("notices", [heading("@scope/shown 2.1.0"), heading("fast 1.0.0")].join("\n\n"));
  const { components } = JSON.parse((await run("sbom", [".", "status", "notices"], { cwd: folder })).stdout);
  expect(components.map(({ name }) => name)).toEqual(["libc6", "node", "@scope/shown", "deep", "fast", "plain"]);
  expect(components[0].purl).toBe("pkg:deb/debian/libc6@1%3A2.0%2Bdeb12u1?arch=amd64");
  for (const index of [2, 4]) expect(components[index].hashes).toEqual([{ alg: "SHA-512", content: "616263" }]);
});

// Not skipped elsewhere, because a skipped test is a failure in CI.
if (isLongFor("deploy/image", "server/src/", "shared/src/core/", "package-lock.json"))
  test("the BFF runs from its bundle alone, with licences, without source maps, and compiled before", async () => {
    const run = promisify(execFile);
    await run(node24(), [script("bundle"), folder], { cwd: root });
    const files = readdirSync(folder, { recursive: true });
    expect(files.filter((file) => /\.(map|ts)$/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(["node_modules/fastify/LICENSE", "node_modules/undici/package.json"]));
    // This package is published without a licence text.
    expect(readFileSync(join(folder, "node_modules/abstract-logging/LICENSE"), "utf8")).toMatch(
      /Copyright \(c\) James Sumners.*abstract-logging/,
    );

    const cache = join(folder, "cache");
    const PORT = String(await freePort());
    await run(node24(), [script("warm"), "server/dist/main.mjs"], {
      cwd: folder,
      env: { HOST: "127.0.0.1", PORT, NODE_ENV: "production", NODE_COMPILE_CACHE: cache },
    });
    expect(readdirSync(cache)).toHaveLength(1);
  });

test("the base is pinned by digest, each target runs as a separate user, neither has npm, and both name the version", () => {
  expect(dockerfile).toMatch(/^ARG BASE_IMAGE=node:24[^@]+@sha256:[0-9a-f]{64}$/m);
  expect([...dockerfile.matchAll(/^USER (\d+)/gm)].map(([, user]) => user)).toEqual(["10002", "10002", "10001"]);
  expect(dockerfile).toContain("rm -rf /usr/local/lib/node_modules");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  const [api, bff] = dockerfile.split(/^FROM runtime AS /m).slice(1);
  expect(api).not.toMatch(/COPY (server|client)|--from=client/);
  expect(bff).not.toMatch(/COPY (reference|agronomy)/);
  // Push subscriptions, without Valkey. All else of the BFF is in the API, the broker or Valkey.
  expect([...bff.matchAll(/^VOLUME (.+)$/gm)].map(([, volumes]) => volumes)).toEqual(['["/state"]']);
});
