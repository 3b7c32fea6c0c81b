import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
const ana = token();
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  api = await ScriptedApi.start();
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

/** Resolves when this number of further requests is at the BFF. */
function arrivals(count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  bff.app.server.on("request", () => {
    missing -= 1;
    if (missing === 0) resolve();
  });
  return promise;
}

describe("two GETs at once share no answer", () => {
  test.each([{ vary: "X-Farm" }, { vary: "*" }, { "cache-control": "no-store" }, { "set-cookie": "a=1" }])(
    "with %o",
    async (headers: Record<string, string>) => {
      bff = await Bff.start(api);
      let calls = 0;
      let both = arrivals(2);
      api.on("*", async ({ headers: { "x-farm": farm } }, response) => {
        const own = `${farm} ${++calls}`;
        await both;
        sendJson(response, own, 200, headers);
      });
      for (const round of [1, 2]) {
        const ask = (farm: string) => bff.ask("/api/X/Get", { token: ana, headers: { "x-farm": farm } });
        const answers = await Promise.all([ask("A"), ask("B")]);
        expect(
          answers.map(({ json }) => String(json)[0]),
          `round ${round}`,
        ).toEqual(["A", "B"]);
        expect(answers[0].json).not.toBe(answers[1].json);
        for (const one of answers) expect(one.headers["cache-status"]).toBe("bff; fwd=uri-miss");
        both = arrivals(2);
      }
    },
  );

  test("an error of the API is shared, which spares it calls", async () => {
    bff = await Bff.start(api);
    const all = arrivals(3);
    api.on("*", async (_request, response) => {
      await all;
      sendJson(response, "busy", 500);
    });
    const ask = () => bff.ask("/api/X/Get", { token: ana });
    for (const { status } of await Promise.all([ask(), ask(), ask()])) expect(status).toBe(500);
    expect(api.calls).toHaveLength(1);
  });
});

test.each([-HOUR_MS, HOUR_MS])("the machine's clock set by %d ms changes no duration", async (stepMs) => {
  let wall = Date.now();
  let elapsed = 1_000;
  bff = await Bff.start(
    api,
    { login: { maxFailures: 1, windowMs: 5_000 } },
    { clock: () => wall, elapsed: () => elapsed },
  );
  const forever = token({ exp: Math.floor(Date.now() / 1000) + 100 * 3_600 });
  api.json("GET /X/Get", 1);
  api.json("POST /Authentication/Login", { token: "" });
  const status = async () => (await bff.ask("/api/X/Get", { token: forever })).headers["cache-status"];
  const login = () => bff.post("/api/Authentication/Login", { UserName: "ana", Password: "x" });
  expect(await status()).toContain("stored");
  expect(await status()).toBe("bff; hit; ttl=1");
  expect((await login()).status).toBe(200);
  wall += stepMs;
  for (let n = 0; n < 2; n++) expect(await status()).toBe("bff; hit; ttl=1");
  expect((await login()).headers["retry-after"]).toBe("5");
  elapsed += 1_000;
  expect(await status()).toContain("stored");
  elapsed += 4_000;
  expect((await login()).status).toBe(200);
});

test("what a write does not concern is served while it runs, and its answer ends what it concerns", async () => {
  bff = await Bff.start(api, { cache: { ttlMs: 60_000, maxBytes: 1e7, staleIfErrorMs: 0 } });
  const release = Promise.withResolvers<void>();
  api.on("*", (_request, response) => sendJson(response, [], 200, {}));
  for (const client of ["a", "b"]) {
    api.on(`GET /X/Get?ID=${client}`, (_request, response) => sendJson(response, 1, 200, { "x-client-id": client }));
  }
  api.on("POST /X/Update", async (_request, response) => {
    await release.promise;
    sendJson(response, {}, 200, { "x-client-id": "a" });
  });
  const status = async (path: string) => String((await bff.ask(`/api${path}`, { token: ana })).headers["cache-status"]);
  const paths = ["/X/Get?ID=a", "/X/Get?ID=b", "/Client/GetAll"];
  for (const path of paths) await status(path);
  const writing = bff.post("/api/X/Update", {}, { token: ana });
  await vi.waitFor(() => expect(api.callsOf("POST /X/Update")).toHaveLength(1));
  for (const path of paths) for (let n = 0; n < 3; n++) expect(await status(path)).toMatch(/^bff; hit/);
  release.resolve();
  await writing;
  expect(await status("/X/Get?ID=b")).toMatch(/^bff; hit/);
  for (const path of ["/X/Get?ID=a", "/Client/GetAll"]) expect(await status(path)).toContain("stored");
});
