import { screenFeature } from "@lamina/shared/screens/features";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
let now: number;
const ana = token();
const CLIENTS = [{ _id: "c1", id: "1" }];

beforeEach(async () => {
  api = await ScriptedApi.start();
  api.json("GET /Client/GetAll", CLIENTS).json("*", { title: "Not Found" }, 404).json("GET /healthz", {});
  now = Date.now();
  bff = await Bff.start(api, { upstreamSurvey: true }, { clock: () => now });
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

/** The features after a user has got the list of clients. */
async function featuresAfterLogin(): Promise<string[]> {
  await bff.ask("/api/Client/GetAll", { token: ana, headers: { "cache-control": "no-cache" } });
  const { json } = await bff.ask("/config.json");
  return (json as { features: string[] }).features;
}

test("names the screens whose calls the API has, after the first list of clients", async () => {
  expect((await bff.ask("/config.json")).json).toMatchObject({ features: [] });
  api.json("GET /Source/GetByClientID", { farms: [{ _id: 7 }] });
  api.json("GET /Forecast/GetByFarmID", { daily: [] });
  // Refused calls are there.
  api.json("GET /User/GetByClientID", {}, 403).json("GET /Report/IrrigationManager", {}, 400);
  expect(await featuresAfterLogin()).toEqual(["forecast", "report", "config", "user"].map(screenFeature));
  expect(api.callsOf("GET /Forecast/GetByFarmID?ID=7")).toHaveLength(1);
  const asked = api.calls.length;
  await featuresAfterLogin();
  expect(api.calls.length - asked, "no second survey").toBe(1);
});

test("a page in the place of an answer is no service, and a failure says nothing", async () => {
  api.on("GET /Map/GetByClientID", (_request, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<h1>Portal</h1>"),
  );
  api.json("GET /Farm/GetByClientID", {}, 503).json("GET /Device/GetByClientID", {}, 429);
  expect(await featuresAfterLogin()).toEqual(["farms", "config", "device"].map(screenFeature));
});

test("a service that answers later is offered at once, and the rest is asked again after ten minutes", async () => {
  expect(await featuresAfterLogin()).toEqual(["screen-config"]);
  api.json("GET /Map/GetByClientID", {}).json("GET /Farm/GetByClientID", []);
  await bff.ask("/api/Map/GetByClientID?ID=c1", { token: ana });
  expect(await featuresAfterLogin()).toEqual(["screen-maps", "screen-config"]);
  now += 601_000;
  expect(await featuresAfterLogin()).toEqual(["screen-maps", "screen-farms", "screen-config"]);
});

test("an API that lists its screens is not asked for them", async () => {
  api.json("GET /healthz", { features: ["screen-maps"] });
  expect(await featuresAfterLogin()).toEqual(["screen-maps"]);
  expect(api.calls.map(({ url }) => url).filter((url) => !/healthz|Client/.test(url))).toEqual([]);
});
