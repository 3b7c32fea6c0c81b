import { readFileSync } from "node:fs";
import { connectAsync } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../testing/api.ts";
import { describeEvent } from "./events.ts";
import { seededRandom } from "./random.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ eventIntervalMs: 20 });
}, 60_000);
afterAll(() => api?.close());

describe("the demo farm", () => {
  it("tells the users of the client where something happens, and nobody else", async () => {
    const { url, username, password } = api.broker;
    const client = await connectAsync(url, { ca: readFileSync(api.caFile), username, password });
    const told = new Map<string, string[]>();
    client.on("message", (topic, payload) => {
      const user = topic.split("/")[0] ?? "";
      told.set(user, [...(told.get(user) ?? []), JSON.parse(payload.toString()).message]);
    });
    await client.subscribeAsync("+/ALL/Frontend/notifications", { qos: 1 });
    await vi.waitFor(() => expect(told.get("ana")?.length).toBeGreaterThan(10), 10_000);
    await client.endAsync();
    expect([...told.keys()].sort()).toEqual(["ana", "bruno"]);
    expect(told.get("ana")).toEqual(expect.arrayContaining(told.get("bruno") ?? []));
    expect(told.get("ana")?.length).toBeGreaterThan(told.get("bruno")?.length ?? 0);
  });

  it("tells the same story for the same seed, in Portuguese, with the farm's time", () => {
    const at = new Date("2026-05-14T05:14:00Z");
    const story = (seed: number) => {
      const random = seededRandom(seed);
      return Array.from({ length: 50 }, () => describeEvent(random, at, "America/Bahia"));
    };
    expect(story(7)).toEqual(story(7));
    expect(story(7)).not.toEqual(story(8));
    for (const text of story(7)) expect(text).toMatch(/ às 02:14$/);
  });
});
