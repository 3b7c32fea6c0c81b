import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";

/** Longest wait of one piece of other work for the calls of people, so that it never stops. */
const LONGEST_WAIT_MS = 100;
const LOOK_MS = 2;
/** Longest work without a turn of the event loop. */
const SLICE_MS = 4;
/** An older call is long work itself, for which other long work does not wait. */
const SHORT_MS = 50;

/** Lets the calls of people go before the work of devices, where both need the processor. */
export interface Precedence {
  /** Number of calls of people that are being answered. */
  underWay(): number;
  /** Begins a call of a person. The result ends it, once. */
  begin(): () => void;
  /** Resolves when no user request is running, or after a short time limit. */
  afterPeople(): Promise<void>;
}

interface Call {
  beganAt: number;
}

/** Calls of people under way in this process, all of which share its event loop. */
const calls = new Set<Call>();

export function createPrecedence(): Precedence {
  const ownCalls = new Set<Call>();
  return {
    underWay: () => ownCalls.size,
    begin() {
      const call = { beganAt: performance.now() };
      ownCalls.add(call);
      calls.add(call);
      return () => {
        ownCalls.delete(call);
        calls.delete(call);
      };
    },
    async afterPeople() {
      const deadline = performance.now() + LONGEST_WAIT_MS;
      while (ownCalls.size > 0 && performance.now() < deadline) await pause(LOOK_MS);
    },
  };
}

/**
 * For work of many steps, which awaits the result after each: undefined at first, and after 4 ms of work a promise. It
 * lets the event loop turn, and the calls go first that began after this work and may be short ones, so that the large
 * screen of one client, or its recalculation, delays the others little. In all it waits no longer than it has worked.
 */
export function longWork(): () => Promise<void> | undefined {
  const beganAt = performance.now();
  let [turnedAt, worked, waited] = [beganAt, 0, 0];
  const isShort = (call: Call, now: number) => call.beganAt > beganAt && now - call.beganAt < SHORT_MS;

  async function letOthersGo(from: number): Promise<void> {
    worked += from - turnedAt;
    await turn();
    for (let now = performance.now(); waited + now - from < worked; now = performance.now()) {
      if (![...calls].some((call) => isShort(call, now))) break;
      await pause(1);
    }
    turnedAt = performance.now();
    waited += turnedAt - from;
  }

  return () => {
    const now = performance.now();
    return now - turnedAt < SLICE_MS ? undefined : letOthersGo(now);
  };
}
