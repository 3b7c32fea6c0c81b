import { MQTT_NOT_CONNECTED } from "@lamina/shared/core/errors";
import { afterEach, expect, it, vi } from "vitest";
import { MAX_WAITING_EVENTS } from "../../api/request-events.ts";
import { createEventQueue } from "./event-queue.ts";

afterEach(() => void vi.restoreAllMocks());

it("keeps events in their order, up to the limit, until the first connection", () => {
  const sent: unknown[] = [];
  const queue = createEventQueue((_topic, message) => sent.push(message));
  for (let index = 0; index < MAX_WAITING_EVENTS + 5; index += 1) queue.publish("api-request", index);
  expect(sent).toEqual([]);
  queue.connected(true);
  expect(sent).toEqual(Array.from({ length: MAX_WAITING_EVENTS }, (_, index) => index));
  queue.publish("navigation", "next");
  expect(sent.at(-1)).toBe("next");
});

it(`drops events of a later outage with '${MQTT_NOT_CONNECTED}', logged once per outage`, () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const send = vi.fn();
  const queue = createEventQueue(send);
  queue.connected(true);
  for (let outage = 1; outage <= 2; outage += 1) {
    queue.connected(false);
    queue.publish("navigation", 1);
    queue.publish("navigation", 2);
    expect(warn).toHaveBeenCalledTimes(outage);
    queue.connected(true);
  }
  expect(warn).toHaveBeenCalledWith(MQTT_NOT_CONNECTED);
  expect(send).not.toHaveBeenCalled();
});

it("drops the event of a link that ended without a report", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const queue = createEventQueue(() => {
    throw new Error(MQTT_NOT_CONNECTED);
  });
  queue.connected(true);
  queue.publish("navigation", 1);
  queue.publish("navigation", 2);
  expect(warn.mock.calls).toEqual([[MQTT_NOT_CONNECTED]]);
});
