import { deviceTopic } from "@lamina/shared/messages/device-topics";
import { expect, it } from "vitest";
import { quietLog } from "../../../testing/quiet-log.ts";
import { noCounts } from "../rules/counts.ts";
import { createMessageInbox } from "./inbox.ts";

it("readings that could not be stored do not count against the quota of their device", async () => {
  const taken: number[] = [];
  const inbox = createMessageInbox({
    clock: { now: () => new Date("2026-05-14T12:00:00Z") },
    log: quietLog,
    counts: noCounts(),
    storeBatches: () => Promise.reject(new Error("refused")),
    storePivots: () => Promise.reject(new Error("refused")),
    noteRefused: () => Promise.resolve(),
    quota: {
      take: async (_serial, size) => void taken.push(size),
      giveBack: (_serial, size) => void taken.push(-size),
    },
    capacity: 0,
  });
  const date = "2026-05-14T12:00:00Z";
  const readings = [1, 2, 3].map((value) => ({ variable: "airTemp", date, value }));
  const payload = (body: object) => Buffer.from(JSON.stringify(body));
  const send = (kind: "readings" | "pivot", body: object) => inbox.receive(deviceTopic("S-1", kind), payload(body));
  await expect(send("readings", { readings })).rejects.toThrow();
  await expect(
    send("pivot", { date, running: false, wet: false, direction: "stopped", angleDeg: 1 }),
  ).rejects.toThrow();
  expect(taken).toEqual([3, -3, 1, -1]);
  await inbox.close();
});
