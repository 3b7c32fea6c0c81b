import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { RuntimeConfig } from "@lamina/shared/messages/runtime-config";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { AppOptions } from "../app.ts";
import type { Config } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";

const SCRIPT = "console.log('água')";
let api: ScriptedApi;
let bff: Bff;
let folder: string;

beforeAll(async () => {
  api = await ScriptedApi.start();
  folder = mkdtempSync(join(tmpdir(), "lamina-client-"));
  mkdirSync(join(folder, "assets"));
  const file = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  file("index.html", "<!doctype html><html><head><title>Lâmina</title></head><body></body></html>");
  file("offline.html", "<!doctype html><html><head><title>Sem conexão</title></head></html>");
  file("sw.js", "self.skipWaiting()");
  file("robots.txt", "User-agent: *\nDisallow: /api/\n");
  file("assets/index-AbCd1234.js", SCRIPT);
  file("assets/index-AbCd1234.js.br", brotliCompressSync(SCRIPT));
  file("assets/index-AbCd1234.js.gz", gzipSync(SCRIPT));
  file(".env", "SECRET=1");
  bff = await Bff.start(api, {}, { client: folder });
});
afterAll(async () => {
  await bff.stop();
  await api.stop();
  rmSync(folder, { recursive: true });
});

/** A BFF of one test. */
async function start(config: Partial<Config> = {}, options: AppOptions = {}): Promise<Bff> {
  const started = await Bff.start(api, config, { client: folder, ...options });
  onTestFinished(() => started.stop());
  return started;
}

test.each(["/", "/index.html", "/irrigameter/calculated", "/login", "/users/jo%C3%A3o", "/offline.html"])(
  "%s is a page that must be revalidated and may load only its own scripts and styles",
  async (path) => {
    const { status, headers, text } = await bff.ask(path);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-security-policy"]).toContain("default-src 'none';script-src 'self';style-src 'self';");
    expect(text).toContain(path === "/offline.html" ? "Sem conexão" : "Lâmina");
  },
);

test("serves a new build at once", async () => {
  const page = join(folder, "index.html");
  const built = readFileSync(page);
  onTestFinished(() => writeFileSync(page, built));
  writeFileSync(page, "<html><head></head>new</html>");
  expect((await bff.ask("/")).text).toContain("new");
});

describe("files", () => {
  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["identity", undefined, (bytes: Buffer) => bytes],
  ] as const)("hashed ones are immutable and precompressed: %s", async (accepted, encoding, decompress) => {
    const { headers, bytes } = await bff.ask("/assets/index-AbCd1234.js", { headers: { "accept-encoding": accepted } });
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toContain("javascript");
    expect(headers["content-encoding"]).toBe(encoding);
    expect(headers.vary).toContain("accept-encoding");
    expect(decompress(bytes).toString()).toBe(SCRIPT);
  });

  test("others must be revalidated", async () => {
    for (const path of ["/sw.js", "/robots.txt"]) {
      const { status, headers } = await bff.ask(path);
      expect(status).toBe(200);
      expect(headers["cache-control"]).toBe("no-cache");
    }
    expect((await bff.ask("/robots.txt")).headers["content-type"]).toContain("text/plain");
  });

  test.each([
    "/assets/none-1234.js",
    "/none.png",
    "/assets/",
    "/assets",
    "/.env",
    "/assets/..%2f.env",
    "/..%2f..%2fetc%2fpasswd",
    "/api/none",
    "/api",
  ])("%s is not found, and is not the page either", async (path) => {
    const reply = await bff.ask(path);
    expect([400, 401, 403, 404]).toContain(reply.status);
    expect(reply.headers["content-type"]).toContain("application/problem+json");
    expect(reply.text).not.toContain("SECRET");
  });

  test("only a GET returns the page", async () => {
    expect(await bff.ask("/login", { method: "POST" })).toMatchObject({ status: 404, json: { title: "Not found" } });
  });
});

describe("/config.json", () => {
  test("contains the client's configuration", async () => {
    const mapTiles = { url: "https://tiles.example/{z}/{x}/{y}.png", attribution: "© somebody" };
    const privacy = { controller: "Fazendas Reunidas", officer: "Ana Lima", contact: "dados@farm.test" };
    const { json, headers } = await (await start({ mapTiles, privacy })).ask("/config.json");
    expect(RuntimeConfig.parse(json)).toEqual({
      name: "Lâmina",
      version: "1.0.0",
      demo: false,
      mapTiles,
      privacy,
      features: [],
    });
    expect(headers["cache-control"]).toBe("no-cache");
  });

  test.each([
    [{ features: ["logout", "sessions", 7, "Not A Name", ""] }, ["logout", "sessions"]],
    [{ features: "logout" }, []],
    [["logout"], []],
    [{ status: "ok" }, []],
  ])("names the features that the API's health answer %j lists", async (answer, features) => {
    api.json("GET /healthz", answer);
    const { json } = await (await start()).ask("/config.json");
    expect(json).toMatchObject({ features });
  });

  test("reports an API with simulated data as a demonstration, without its login", async () => {
    const { json } = await (await start({ demo: true })).ask("/config.json");
    expect(json).toMatchObject({ demo: true });
    expect(json).not.toHaveProperty("demoLogin");
  });
});

test("shows the build command when the client is not built", async () => {
  const unbuilt = await start({}, { client: join(folder, "nowhere") });
  const reply = await unbuilt.ask("/login");
  expect(reply.status).toBe(503);
  expect(reply.text).toContain("npm run build");
  expect(await unbuilt.ask("/app.js")).toMatchObject({ status: 404 });
});
