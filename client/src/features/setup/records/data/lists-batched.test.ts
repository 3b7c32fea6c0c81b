import { beforeEach, expect, it, vi } from "vitest";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../../testing/api-server.ts";

const none = { items: [], next: null };

beforeEach(() => vi.resetModules());

/** Whether the API offers the call is found out once per page. */
async function open(answers: Record<string, RouteAnswer>) {
  const api = await startApiServer(answers);
  const { connectCredentials } = await import("../../../../api/credentials.ts");
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  return { api, ...(await import("./lists-batched.ts")) };
}

it("asks once for all lists of a client that are wanted at the same time", async () => {
  const { api, fetchListsBatched } = await open({ "GET /Record/GetByClientID": () => ({ farm: none, pivot: none }) });
  const lists = await Promise.all([
    fetchListsBatched("c1", "pivot"),
    fetchListsBatched("c1", "farm"),
    fetchListsBatched("c1", "soil"),
  ]);
  expect(lists).toEqual([none, none, undefined]);
  expect(api.requests.map(({ url }) => url)).toEqual(["/Record/GetByClientID?ID=c1&of=farm%2Cpivot%2Csoil"]);
});

it("leaves a list that is wanted alone to its own call, and clients apart", async () => {
  const { api, fetchListsBatched } = await open({});
  expect(await fetchListsBatched("c1", "pivot")).toBeUndefined();
  expect(await Promise.all([fetchListsBatched("c1", "farm"), fetchListsBatched("c2", "farm")])).toEqual([
    undefined,
    undefined,
  ]);
  expect(api.requests).toEqual([]);
});

it("does not ask again an API that has no such call", async () => {
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
