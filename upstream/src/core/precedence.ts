import { setTimeout as pause } from "node:timers/promises";

/** Longest wait of one piece of other work for the calls of people, so that it never stops. */
const LONGEST_WAIT_MS = 100;
const LOOK_MS = 2;

/** Lets the calls of people go before the work of devices, where both need the processor. */
export interface Precedence {
  /** Number of calls of people that are being answered. */
  underWay(): number;
  begin(): void;
  end(): void;
  /** Resolves when no call of a person is being answered, or after a tenth of a second. */
  afterPeople(): Promise<void>;
}

export function createPrecedence(): Precedence {
  let underWay = 0;
  return {
    underWay: () => underWay,
    begin() {
      underWay++;
    },
    end() {
      underWay--;
    },
    async afterPeople() {
      const deadline = performance.now() + LONGEST_WAIT_MS;
      while (underWay > 0 && performance.now() < deadline) await pause(LOOK_MS);
    },
  };
}
