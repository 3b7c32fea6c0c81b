import { MINUTE_MS } from "@lamina/shared/core/time";
import { type InterlockId, interlockIds, overridable } from "@lamina/shared/reasons/interlocks";
import type { CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { expect, it } from "vitest";
import { type CommandFacts, interlocksOf } from "./interlocks.ts";

const NOW = Date.parse("2026-05-14T12:00:00Z");
const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString();

const REST: PivotStatus = {
  ...{ pivotId: "p", date: at(-1), running: false, wet: false, direction: "stopped", angleDeg: 10 },
} as PivotStatus;
const RUNS: PivotStatus = { ...REST, running: true, wet: true, direction: "forward" };

const FACTS: CommandFacts = {
  ...{
    now: NOW,
    hasRight: true,
    hasPanel: true,
    isPanelInMaintenance: false,
    isOutOfService: false,
    status: REST,
    isStale: false,
  },
  ...{ hasUnseenFault: false, open: [], unproved: null, isStartScheduled: false, hasOwnPump: true, source: null },
  ...{ isPermitUsed: false, isPeak: false },
};

const START: CommandOrder = { command: "start", wet: true, percent: 50, direction: "reverse" };
const SPEED: CommandOrder = { command: "speed", percent: 50 };
const PUMP: CommandOrder = { command: "pump", wet: true };

/** Facts in which one interlock alone holds an order, and an order that it does not hold. */
const cases: [InterlockId, Partial<CommandFacts>, CommandOrder, CommandOrder?][] = [
  ["no-right", { hasRight: false }, START],
  ["no-panel", { hasPanel: false }, START],
  ["out-of-service", { isOutOfService: true }, START],
  ["panel-maintenance", { isPanelInMaintenance: true }, START],
  ["stale", { isStale: true }, START],
  ["stale", { status: null }, START],
  ["clock-off", { status: { ...REST, date: at(3) } }, START],
  ["fault", { status: { ...REST, fault: "misalignment" } }, START, { command: "pump", wet: false }],
  ["fault-unseen", { hasUnseenFault: true }, START, { command: "pump", wet: false }],
  ["stop-open", { open: ["stop"] }, START],
  ["command-open", { open: ["speed"], status: RUNS }, SPEED],
  ["command-open", { isStartScheduled: true }, START, { command: "pump", wet: false }],
  ["unproved", { unproved: { expiresAt: NOW, seenUntil: null } }, START],
  ["unproved", { unproved: { expiresAt: NOW - 60 * MINUTE_MS, seenUntil: NOW } }, START],
  ["already-running", { status: RUNS }, { command: "start", wet: true, percent: 50 }, SPEED],
  ["not-running", {}, SPEED, { command: "pump", wet: false }],
  ["not-running", {}, PUMP],
  // What the pipes still hold says nothing of a machine at rest.
  ["not-running", { status: { ...REST, wet: true } }, { command: "direction", direction: "reverse" }],
  ["wet-direction", { status: RUNS }, { command: "direction", direction: "reverse" }, SPEED],
  ["wet-direction", { status: { ...REST, wet: true, direction: "forward" } }, START],
  ["shared-pump", { hasOwnPump: false, status: RUNS }, PUMP, SPEED],
  ["capacity", { source: { freeM3h: 179, ownM3h: 180 } }, START, { ...START, wet: false }],
  ["capacity", { source: { freeM3h: 179, ownM3h: 180 }, status: { ...RUNS, wet: false } }, PUMP],
  ["permit", { isPermitUsed: true }, START, { ...START, wet: false }],
  ["peak-tariff", { isPeak: true }, START, { ...START, wet: false }],
];

it("lets a machine at rest start, one that runs change, and has a case for each interlock", () => {
  expect(interlocksOf(FACTS, START)).toEqual([]);
  for (const order of [SPEED, PUMP, { command: "direction", direction: "forward" } as const])
    expect(interlocksOf({ ...FACTS, status: RUNS }, order)).toEqual([]);
  // The calls refuse what has expired, before they look at the machine.
  const untested = interlockIds.filter((id) => id !== "expired" && !cases.some(([one]) => one === id));
  expect(untested).toEqual([]);
});

it.each<[string, Partial<CommandFacts>, CommandOrder]>([
  ["a panel's clock that is a minute ahead", { status: { ...REST, date: at(1) } }, START],
  [
    "an order without proof, after a report of after its life",
    { unproved: { expiresAt: NOW - 4 * MINUTE_MS, seenUntil: NOW - 5 * MINUTE_MS } },
    START,
  ],
  ["the direction of a dry machine at rest", { status: { ...REST, direction: "forward" } }, START],
  ["wet pipes of a machine at rest without a direction", { status: { ...REST, wet: true } }, START],
  ["a source with just the flow that the machine needs", { source: { freeM3h: 180, ownM3h: 180 } }, START],
])("is not held by %s", (_name, change, order) => {
  expect(interlocksOf({ ...FACTS, ...change }, order)).toEqual([]);
});

it.each(cases)("%s alone holds an order, and no other one (%j)", (id, change, order, free) => {
  const facts = { ...FACTS, ...change };
  expect(interlocksOf(facts, order)).toEqual([id]);
  if (free) expect(interlocksOf(facts, free)).not.toContain(id);
});

it.each(cases)("%s is overridden by a person only where it may be (%j)", (id, change, order) => {
  const held = interlocksOf({ ...FACTS, ...change }, order, { overridden: [...interlockIds] });
  expect(held).toEqual(overridable.includes(id) ? [] : [id]);
});

it.each(cases)("%s holds no stop, but a missing panel (%j)", (id, change) => {
  expect(interlocksOf({ ...FACTS, ...change }, { command: "stop" })).toEqual(id === "no-panel" ? [id] : []);
});

it("holds the scheduling of a start for what lasts until its moment alone", () => {
  const lasting = ["no-panel", "out-of-service", "panel-maintenance", "command-open"];
  for (const [id, change, order] of cases.filter(([, , { command }]) => command === "start")) {
    const held = interlocksOf({ ...FACTS, ...change }, order, { isScheduling: true });
    expect([id, held]).toEqual([id, lasting.includes(id) ? [id] : []]);
  }
});
