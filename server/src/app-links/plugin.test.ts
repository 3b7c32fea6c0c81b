import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi } from "../testing/scripted-api.ts";

const KEY = Array.from({ length: 32 }, () => "AB").join(":");
let api: ScriptedApi;
beforeEach(async () => {
  api = await ScriptedApi.start();
});
afterEach(() => api.stop());

async function files(env: Record<string, string>) {
  const bff = await Bff.start(api, { appLinks: readConfig(env).appLinks });
  const answers = [
    await bff.ask("/.well-known/assetlinks.json"),
    await bff.ask("/.well-known/apple-app-site-association"),
  ];
  await bff.stop();
  return answers.map(({ status, headers, text }) => ({ status, type: headers["content-type"], text }));
}

test("names the app by the keys and the team that sign it", async () => {
  const config = readFileSync(new URL("../../../client/capacitor.config.ts", import.meta.url), "utf8");
  const appId = /appId: "([^"]+)"/.exec(config)?.[1];
  const found = await files({ ANDROID_KEY_FINGERPRINTS: `${KEY},${KEY.toLowerCase()}`, APPLE_TEAM_ID: "A1B2C3D4E5" });
  expect(found.map(({ status, type }) => [status, type])).toEqual([
    [200, "application/json; charset=utf-8"],
    [200, "application/json; charset=utf-8"],
  ]);
  const [android, apple] = found.map(({ text }) => JSON.parse(text));
  expect(android).toEqual([
    {
      relation: ["delegate_permission/common.handle_all_urls"],
      target: { namespace: "android_app", package_name: appId, sha256_cert_fingerprints: [KEY, KEY] },
    },
  ]);
  expect(apple.applinks.details[0].appIDs).toEqual([`A1B2C3D4E5.${appId}`]);
});

test("without them a system gets no page in place of its file", async () => {
  expect((await files({})).map(({ status, type }) => [status, type])).toEqual([
    [404, "application/problem+json; charset=utf-8"],
    [404, "application/problem+json; charset=utf-8"],
  ]);
});
