import { randomOf } from "@lamina/shared/core/random";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import { COMMAND_LIFE_MS, type CommandOrder } from "@lamina/shared/records/commands/pivot-command";
import type { PivotStatus } from "@lamina/shared/records/farm";
import { expect, it } from "vitest";
import { isLongFor } from "../../../../scripts/testing/long.ts";
import { interlocksOf } from "../../../api/commands/rules/interlocks.ts";
import {
  AHEAD_MS,
  type CommandInput,
  distrustedUntil,
  isFinal,
  isRepeatable,
  isScheduled,
  nextStep,
  provedAfter,
  type TrackedCommand,
} from "../../../api/commands/rules/next-step.ts";
import { takeOrder } from "./panel.ts";

/** A command in the ledger of the API, with the true state that the API cannot see. */
interface Entry extends TrackedCommand {
  id: number;
  sequence: number | null;
  doneBy: PivotStatus | null;
}
type Taken = { id: number; command: CommandOrder["command"]; sequence: number; at: number; wasRunning: boolean };

const START: CommandOrder = { command: "start", wet: true, percent: 50 };
const STOP: CommandOrder = { command: "stop" };
const STALE_MS = HOUR_MS;
const SEQUENCES = isLongFor("reference/api/commands/", "reference/demo/simulator/world/panel") ? 10_000 : 4_000;
const STEPS = 60;

/** One machine, its API, its panel, and a network that cuts, delays, repeats and reorders. */
function runSequence(seed: number) {
  const random = randomOf(seed);
  const chance = (part: number) => random() < part;
  const skew = [0, 0, MINUTE_MS, -MINUTE_MS, 7 * MINUTE_MS, 3 * HOUR_MS, -5 * HOUR_MS][Math.floor(random() * 7)] ?? 0;
  let now = 0;
  const ledger: Entry[] = [];
  const reports: { status: PivotStatus; takenAt: number; arrivedAt: number }[] = [];
  const panel = { lastSequence: 0, running: false };
  const taken: Taken[] = [];
  let toPanel: { entry: Entry; sequence: number; expiresAt: number }[] = [];
  let toApi: { kind: "status" | "answer"; sentAt: number; send: () => void }[] = [];

  const newest = () =>
    reports.reduce<PivotStatus | null>(
      (last, { status }) => (last === null || status.date > last.date ? status : last),
      null,
    );
  function apply(entry: Entry, input: CommandInput): void {
    const before = entry.state;
    const step = nextStep(entry, input, now);
    if (step === null) return;
    expect(isFinal(before)).toBe(false);
    entry.state = step.state;
    if (step.state === "done") {
      expect([step.source, input.kind]).toEqual(["telemetry", "telemetry"]);
      if (input.kind === "telemetry") entry.doneBy = input.status;
    }
  }
  function held(order: CommandOrder, isOwnPlan: boolean) {
    const status = newest();
    const open = ledger.filter(({ state }) => !isFinal(state));
    const last = ledger.filter(({ sequence, state }) => sequence !== null && state !== "refused").at(-1);
    return interlocksOf(
      {
        now,
        hasRight: true,
        hasPanel: true,
        isPanelInMaintenance: false,
        isOutOfService: false,
        status,
        isStale: status === null || now > Date.parse(status.date) + STALE_MS,
        hasUnseenFault: false,
        open: open.filter((one) => !isScheduled(one)).map(({ command }) => command),
        unproved: last === undefined || last.state === "done" ? null : last,
        isStartScheduled: !isOwnPlan && open.some(isScheduled),
        hasOwnPump: true,
        source: null,
        isPermitUsed: false,
        isPeak: false,
      },
      order,
    );
  }
  function send(entry: Entry): void {
    const status = newest();
    const inFlight = ledger.filter((one) => one !== entry && !isFinal(one.state) && one.sentAt !== null);
    entry.seenUntil = provedAfter(entry, status && Date.parse(status.date), inFlight);
    entry.state = "sent";
    entry.sentAt = now;
    entry.expiresAt = now + COMMAND_LIFE_MS;
    // The ledger is in the order of the sending, as sequences are.
    ledger.splice(ledger.indexOf(entry), 1);
    ledger.push(entry);
    entry.sequence = Math.max(0, ...ledger.map(({ sequence }) => sequence ?? 0)) + 1;
    // The process may end between storing and publishing.
    if (!chance(0.05)) publish(entry);
  }
  function publish(entry: Entry): void {
    const message = { entry, sequence: entry.sequence ?? 0, expiresAt: entry.expiresAt };
    for (let copies = chance(0.2) ? 2 : chance(0.15) ? 0 : 1; copies > 0; copies--) toPanel.push(message);
  }
  function command(order: CommandOrder, scheduledFor: number | null): void {
    if (scheduledFor === null && held(order, false).length > 0) return;
    if (scheduledFor !== null && ledger.some((one) => !isFinal(one.state))) return;
    const expiresAt = now + COMMAND_LIFE_MS;
    const id = ledger.length;
    const sent = { sentAt: null, seenUntil: null, sequence: null, doneBy: null };
    const entry: Entry = { ...order, id, state: "asked", scheduledFor, expiresAt, ...sent };
    ledger.push(entry);
    if (scheduledFor !== null) return;
    send(entry);
    if (order.command === "stop") for (const one of ledger) if (one !== entry) apply(one, { kind: "stopped" });
  }
  function follow(): void {
    for (const entry of [...ledger]) {
      if (isFinal(entry.state)) continue;
      for (const { status } of [...reports].sort((a, b) => (a.status.date < b.status.date ? -1 : 1)))
        apply(entry, { kind: "telemetry", status });
      apply(entry, { kind: "clock" });
      if (isScheduled(entry) && entry.scheduledFor !== null && entry.scheduledFor <= now) {
        if (held(entry, true).length > 0) entry.state = "refused";
        else send(entry);
      } else if (isRepeatable(entry, now)) publish(entry);
    }
  }
  function report(): void {
    const takenAt = now;
    const { running } = panel;
    const status: PivotStatus = {
      pivotId: "p",
      date: new Date(now + skew).toISOString(),
      running,
      wet: running,
      direction: running ? "forward" : "stopped",
      angleDeg: 0,
      percent: 50,
    };
    const arrive = () => {
      reports.push({ status, takenAt, arrivedAt: now });
      // The API follows a machine's commands at each of its reports.
      const last = newest();
      for (const entry of ledger)
        if (entry.sentAt !== null && !isFinal(entry.state))
          entry.seenUntil = distrustedUntil(entry, last && Date.parse(last.date), now);
    };
    if (!chance(0.15)) toApi.push({ kind: "status", sentAt: now, send: arrive });
  }
  function atPanel({ entry, sequence, expiresAt }: (typeof toPanel)[number]): void {
    // The broker drops what has expired by the API's clock.
    if (now > expiresAt) return;
    const result = takeOrder(panel, { sequence, expiresAt: new Date(expiresAt).toISOString() }, now + skew);
    if (result === null) return;
    const says = (state: "refused" | "accepted" | "done") =>
      toApi.push({
        kind: "answer",
        sentAt: now,
        send: () => apply(entry, { kind: "answer", answer: { state } }),
      });
    if (result === "expired" || chance(0.1)) {
      says("refused");
      return;
    }
    // It may lie, and do nothing.
    says(chance(0.5) ? "accepted" : "done");
    if (chance(0.1)) return;
    taken.push({ id: entry.id, command: entry.command, sequence, at: now, wasRunning: panel.running });
    panel.running = entry.command === "start";
    if (chance(0.8)) report();
  }

  for (let index = 0; index < STEPS; index++) {
    now += Math.floor(random() * (chance(0.1) ? 20 * MINUTE_MS : 40 * SECOND_MS));
    const some = <Item>(list: Item[]) => list[Math.floor(random() * list.length)];
    const kind = random();
    if (kind < 0.12) command(START, null);
    else if (kind < 0.2) command(STOP, null);
    else if (kind < 0.25) command(START, now + Math.floor(random() * 10 * MINUTE_MS));
    else if (kind < 0.27) for (const one of ledger) apply(one, { kind: "cancel" });
    else if (kind < 0.45) report();
    else if (kind < 0.65) {
      const message = some(toPanel);
      toPanel = toPanel.filter((one) => one !== message);
      if (message) atPanel(message);
    } else if (kind < 0.85) {
      // Nothing of the network is older than half an hour.
      toApi = toApi.filter(({ sentAt }) => now - sentAt < 30 * MINUTE_MS);
      const message = some(toApi);
      toApi = toApi.filter((one) => one !== message || chance(0.1));
      message?.send();
    } else follow();
  }
  return { ledger, taken, reports, skew };
}

it("never starts twice, after its life or after a stop, and proves by telemetry alone, whatever the network does", () => {
  const seen = { starts: 0, stops: 0, done: 0, refused: 0, failed: 0 };
  for (let seed = 0; seed < SEQUENCES; seed++) {
    const { ledger, taken, reports, skew } = runSequence(seed);
    expect(new Set(taken.map(({ id }) => id)).size, `seed ${seed}`).toBe(taken.length);
    for (const [index, one] of taken.entries()) {
      const entry = ledger.find(({ id }) => id === one.id);
      expect(one.at, `seed ${seed}: after its life`).toBeLessThanOrEqual(entry?.expiresAt ?? 0);
      const before = taken.slice(0, index);
      if (one.command !== "start") continue;
      expect(one.wasRunning, `seed ${seed}: a second start`).toBe(false);
      const isOlder = before.some((stop) => stop.command === "stop" && stop.sequence > one.sequence);
      expect(isOlder, `seed ${seed}: a start from before a stop`).toBe(false);
    }
    for (const entry of ledger) {
      const { state, doneBy, command, sentAt } = entry;
      if (state === "failed") seen.failed++;
      if (state === "refused") seen.refused++;
      if (state !== "done") continue;
      seen.done++;
      const proof = reports.find(({ status }) => status === doneBy);
      expect(proof?.status.running, `seed ${seed}`).toBe(command === "start");
      // By true time, as exactly as a clock that is minutes off allows.
      // A report that was held back for as long as its clock is ahead looks like a new one.
      const { takenAt = 0, arrivedAt = 0 } = proof ?? {};
      const isHeldBack = takenAt + skew <= arrivedAt + AHEAD_MS;
      const tolerance = isHeldBack ? Math.max(AHEAD_MS, skew) : AHEAD_MS;
      expect(takenAt, `seed ${seed}: proved by the past`).toBeGreaterThanOrEqual((sentAt ?? 0) - tolerance);
      const later = taken.filter(({ at, command: kind }) => kind === "start" && at > (proof?.takenAt ?? 0));
      const isUndone = later.some(({ sequence }) => sequence < (entry.sequence ?? 0));
      if (command === "stop") expect(isUndone, `seed ${seed} skew ${skew}: a start follows a proved stop`).toBe(false);
    }
    seen.starts += taken.filter(({ command }) => command === "start").length;
    seen.stops += taken.filter(({ command }) => command === "stop").length;
  }
  // The sequences reach what they are for.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});
