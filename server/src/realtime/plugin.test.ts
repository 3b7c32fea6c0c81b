import { afterEach, beforeEach, expect, test } from "vitest";
import { EmbeddedBroker } from "../testing/broker.ts";
import { makeToken, payloadOf, TestBff } from "../testing/broker-bff.ts";

let broker: EmbeddedBroker;
let bff: TestBff;
beforeEach(async () => {
  broker = await EmbeddedBroker.start();
  bff = await new TestBff(broker.target).listen();
});
afterEach(async () => {
  await bff.app.close();
  await broker.stop();
});

const envelope = (message: unknown) => JSON.stringify({ message, date: "2025-05-14T12:00:00Z" });

test("a message to the session and one to all sessions of the user arrive once each", async () => {
  const token = makeToken("ana");
  const socket = await bff.enter(token, "notifications");
  await broker.publish(`ana/${payloadOf(token)}/Frontend/notifications`, envelope("own"));
  await broker.publish("ana/ALL/Frontend/notifications", envelope("all"));
  expect(await socket.received({ message: "all" })).toEqual({
    type: "message",
    topic: "notifications",
    message: "all",
    date: "2025-05-14T12:00:00Z",
  });
  expect(socket.messages("notifications")).toEqual(["own", "all"]);
});
