import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, imagesIn, partsOf, pinned } from "./pin-images.mjs";

const DIGEST = `sha256:${"ab".repeat(32)}`;
const asked = [];
let host;
const registry = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (request.url.startsWith("/token")) return response.end(JSON.stringify({ token: "anyone" }));
  if (request.headers.authorization !== "Bearer anyone") {
    const challenge = `Bearer realm="http://${host}/token",service="registry",scope="repository:prom/prometheus:pull"`;
    return response.writeHead(401, { "www-authenticate": challenge }).end();
  }
  if (!request.url.endsWith("/v3.5.0")) return response.writeHead(404).end();
  if (!request.headers.accept.startsWith("application/vnd.oci.image.index.v1+json"))
    return response.writeHead(406).end();
  return response.writeHead(200, { "docker-content-digest": DIGEST }).end();
});

beforeAll(async () => {
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  host = `127.0.0.1:${registry.address().port}`;
});
afterAll(() => registry.close());

test("reads names as Docker does", () => {
  const hub = "registry-1.docker.io";
  expect(partsOf("haproxy:3.2-alpine")).toEqual({ host: hub, repository: "library/haproxy", tag: "3.2-alpine" });
  expect(partsOf("prom/prometheus:v3.5.0")).toEqual({ host: hub, repository: "prom/prometheus", tag: "v3.5.0" });
  expect(partsOf("ghcr.io/a/b")).toEqual({ host: "ghcr.io", repository: "a/b", tag: "latest" });
  expect(partsOf("localhost:5000/a:1")).toEqual({ host: "localhost:5000", repository: "a", tag: "1" });
});

test("gets the digest of a tag with a token for anyone, and says which image has none", async () => {
  expect(await digestOf(`${host}/prom/prometheus:v3.5.0`, "http")).toBe(DIGEST);
  expect(asked).toEqual([
    "HEAD /v2/prom/prometheus/manifests/v3.5.0",
    "GET /token?service=registry&scope=repository%3Aprom%2Fprometheus%3Apull",
    "HEAD /v2/prom/prometheus/manifests/v3.5.0",
  ]);
  await expect(digestOf(`${host}/prom/prometheus:v0`, "http")).rejects.toThrow(/v0: the registry answers 404/);
});

test("pins the images of others in every file, once, and leaves the project's own", () => {
  const files = [
    "docker-compose.replicas.yml",
    "docker-compose.monitoring.yml",
    "docker-compose.emqx.yml",
    "Dockerfile",
  ];
  for (const file of files) {
    const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    const images = imagesIn(text);
    expect(images.length, file).toBeGreaterThan(0);
    expect(images.filter((image) => image.startsWith("lamina"))).toEqual([]);
    const digests = new Map(images.map((image) => [image, DIGEST]));
    const once = pinned(text, digests);
    expect(imagesIn(once)).toEqual([]);
    expect(pinned(once, digests)).toBe(once);
    expect(once.replaceAll(`@${DIGEST}`, "")).toBe(text);
  }
});
