import { beforeEach, expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../../testing/api-server.ts";

const none = { items: [], next: null };

beforeEach(() => vi.resetModules());

/** Each page detects once whether the API has the call. */
async function open(answers: Record<string, RouteAnswer>) {
  const api = await startApiServer(answers);
  const { connectCredentials } = await import("../../../../api/credentials.ts");
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  return { api, ...(await import("./lists-batched.ts")) };
}

it("fetches all lists of a client that are requested at the same time in one request", async () => {
  const { api, fetchListsBatched } = await open({ "GET /Record/GetByClientID": () => ({ farm: none, pivot: none }) });
  const lists = await Promise.all([
    fetchListsBatched("c1", "pivot"),
    fetchListsBatched("c1", "farm"),
    fetchListsBatched("c1", "soil"),
  ]);
  expect(lists).toEqual([none, none, undefined]);
  expect(api.requests.map(({ url }) => url)).toEqual(["/Record/GetByClientID?ID=c1&of=farm%2Cpivot%2Csoil"]);
});

it("leaves a single list to its own call, and separates clients", async () => {
  const { api, fetchListsBatched } = await open({});
  expect(await fetchListsBatched("c1", "pivot")).toBeUndefined();
  expect(await Promise.all([fetchListsBatched("c1", "farm"), fetchListsBatched("c2", "farm")])).toEqual([
    undefined,
    undefined,
  ]);
  expect(api.requests).toEqual([]);
});

it("does not repeat the call with an API that lacks it", async () => {
  const { api, fetchListsBatched } = await open({});
  const both = () => Promise.all([fetchListsBatched("c1", "pivot"), fetchListsBatched("c1", "farm")]);
  expect(await both()).toEqual([undefined, undefined]);
  expect(await both()).toEqual([undefined, undefined]);
  expect(api.count("GET /Record/GetByClientID")).toBe(1);
});

it("fails for each list when the request fails, and is tried again", async () => {
  let isBroken = true;
  const { fetchListsBatched } = await open({
    "GET /Record/GetByClientID": (_request, response) =>
      isBroken ? sendProblem(response, 502, "upstream-unreachable") : { pivot: none, farm: none },
  });
  const both = () => Promise.allSettled([fetchListsBatched("c1", "pivot"), fetchListsBatched("c1", "farm")]);
  expect((await both()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isBroken = false;
  expect((await both()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
});
