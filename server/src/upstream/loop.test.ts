import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let first: Bff;
let second: Bff;
beforeEach(async () => {
  api = await ScriptedApi.start();
  [first, second] = await Promise.all([Bff.start(api), Bff.start(api)]);
});
afterEach(() => Promise.all([first.stop(), second.stop(), api.stop()]));

/** Names another BFF as the API, as a proxy before both would. */
function lead(from: Bff, to: Bff, path: string): void {
  const url = `http://127.0.0.1:${to.port}${path}`;
  from.app.upstreamTarget.set({ url, ca: undefined, broker: undefined, demo: null });
}

test.each([
  ["itself", "", () => first],
  ["its own calls", "/api", () => first],
  ["another replica's", "/api", () => second],
])("an API that is %s is down, and its calls end at once with the reason", async (_name, path, to) => {
  lead(first, to(), path);
  const problem = { status: 508, id: "loop", detail: expect.stringMatching(/UPSTREAM_URL leads back to this server/) };
  const read = await first.ask("/api/Client/GetAll", { token: token() });
  expect(read.json).toMatchObject(problem);
  expect((await first.post("/api/Authentication/Login", { UserName: "a", Password: "b" })).json).toMatchObject(problem);
  expect((await first.ask("/readyz")).json).toMatchObject({ dependencies: { upstream: "down" } });
  expect(api.calls).toEqual([]);
});

test("the API gets the forwarding headers of the BFF, not those of a client", async () => {
  api.json("GET /Client/GetAll", []);
  await first.ask("/api/Client/GetAll", { token: token(), headers: { via: "1.1 other" } });
  expect(api.calls[0]?.headers.via).toBe("1.1 lamina-bff");
});
