import { expect, test } from "vitest";
import type { DomainEvents } from "./domain-events.ts";
import { createEvents } from "./events.ts";

const weather: DomainEvents["weather"] = { clientId: "c", farmId: "f", from: "2026-11-01" };

test("emit resolves when every handler is done", async () => {
  const heard: string[] = [];
  const events = createEvents(() => {});
  events.on("weather", async ({ farmId }) => {
    await Promise.resolve();
    heard.push(farmId);
  });
  await events.emit("weather", weather);
  expect(heard).toEqual(["f"]);
});

test("a failing handler is reported and the next one still runs", async () => {
  const failure = new Error("broken");
  const reported: unknown[] = [];
  const heard: string[] = [];
  const events = createEvents((error, event) => reported.push(error, event));
  events.on("weather", () => {
    throw failure;
  });
  events.on("weather", ({ farmId }) => {
    heard.push(farmId);
  });
  await events.emit("weather", weather);
  expect(reported).toEqual([failure, "weather"]);
  expect(heard).toEqual(["f"]);
});

test("an unsubscribed handler gets no more events", async () => {
  const heard: string[] = [];
  const events = createEvents(() => {});
  const leave = events.on("weather", ({ farmId }) => {
    heard.push(farmId);
  });
  leave();
  await events.emit("weather", weather);
  expect(heard).toEqual([]);
});
