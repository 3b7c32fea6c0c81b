import { SECOND_MS } from "@lamina/shared/core/time";
import type { CommandAnswer, CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import { chance } from "../../api/weather/climate/chance.ts";
import type { FarmLayout } from "./world/layout.ts";
import { type PanelMemory, replyOf, takeOrder } from "./world/panel.ts";

/** A panel answers after some seconds, and moves its machine after some more. */
const DELAY_MS = { answer: 2 * SECOND_MS, motion: 6 * SECOND_MS } as const;

interface OrdersOptions {
  now(): Date;
  layouts(): readonly FarmLayout[];
  hasFault(farmId: string, pivotId: string): boolean;
  say(serial: string, answer: CommandAnswer): Promise<void>;
  /** Moves the machine, and reports it. */
  obey(serial: string, pivotId: string, order: CommandMessage): void;
}

/** The panels of the simulated farms, as far as they take orders. */
export function createOrders({ now, layouts, hasFault, say, obey }: OrdersOptions) {
  const memories = new Map<string, PanelMemory>();
  const timers = new Set<NodeJS.Timeout>();
  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timers.add(timer);
  }
  return {
    take(serial: string, order: CommandMessage): void {
      const memory = memories.get(serial) ?? { lastSequence: 0 };
      memories.set(serial, memory);
      const farm = layouts().find(({ devices }) => devices.some(({ device }) => device.serial === serial));
      const pivotId = farm?.devices.find(({ device }) => device.serial === serial)?.device.pivotId;
      const taken = takeOrder(memory, order, now().getTime());
      if (!farm || !pivotId || taken === null) return;
      const answer = (state: CommandAnswer["state"], reason: string | null) =>
        void say(serial, { id: order.id, state, date: now().toISOString(), reason });
      if (taken === "expired") {
        answer("refused", "ordem vencida");
        return;
      }
      const reply = replyOf(pivotId, order, hasFault(farm.farm._id, pivotId));
      if (reply === null) return;
      answer("received", null);
      const slower = 1 + chance(order.id, "delay");
      later(DELAY_MS.answer * slower, () => answer(reply.says, reply.reason));
      if (reply.obeys) later(DELAY_MS.motion * slower, () => obey(serial, pivotId, order));
    },
    close(): void {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
