import { setTimeout as wait } from "node:timers/promises";
import { commandTopic, deviceTopic } from "@lamina/shared/messages/device-topics";
import { type CommandAnswer, CommandMessage } from "@lamina/shared/records/commands/pivot-command";
import { connect } from "mqtt";
import { type PanelMemory, takeOrder } from "../../../demo/simulator/world/panel.ts";

/** An order that a panel took, at the true time. */
interface TakenOrder extends CommandMessage {
  at: number;
  wasRunning: boolean;
  /** Whether the machine did it. A panel may lie. */
  isObeyed: boolean;
}

/** A report as the panel made it. `takenAt` is the true time, `date` the time of the panel's clock. */
interface TrueReport {
  takenAt: number;
  date: number;
  running: boolean;
}

interface ChaosPanelOptions {
  url: string;
  account: { username: string; password: string };
  serial: string;
  /** How far the panel's clock is ahead. */
  skewMs: number;
  random(): number;
}

const REPORT_MS = 4_000;
/** Orders are read this late at most, so that they overtake each other. */
const LATE_MS = 1_500;

/** A panel that reads its orders late, twice or not at all, loses reports and lies; and everything that it truly did. */
export function openChaosPanel({ url, account, serial, skewMs, random }: ChaosPanelOptions) {
  const memory: PanelMemory = { lastSequence: 0 };
  const taken: TakenOrder[] = [];
  const reports: TrueReport[] = [];
  let running = false;
  const chance = (share: number) => random() < share;
  // A clean session: no order waits for a panel that is away.
  const client = connect(url, { ...account, clientId: serial, clean: true, reconnectPeriod: 500 });
  // The next attempt follows; a panel that is cut off is part of the test.
  client.on("error", () => undefined);
  client.on("connect", () => client.subscribe(commandTopic(serial), { qos: 1 }));
  const publish = (kind: "pivot" | "command-states", message: object) => {
    // A report that is cut off is lost, as those of a panel without memory.
    if (client.connected) client.publish(deviceTopic(serial, kind), JSON.stringify(message), { qos: 1 });
  };
  const now = () => Date.now() + skewMs;
  function report(): void {
    const direction = running ? "forward" : "stopped";
    reports.push({ takenAt: Date.now(), date: now(), running });
    const state = { date: new Date(now()).toISOString(), running, wet: false, direction, angleDeg: 10, percent: 50 };
    if (!chance(0.15)) publish("pivot", state);
  }
  async function receive(order: CommandMessage): Promise<void> {
    await wait(random() * LATE_MS);
    const at = Date.now();
    const result = takeOrder(memory, order, at + skewMs);
    if (result === null) return;
    const say = (state: CommandAnswer["state"]) =>
      publish("command-states", { id: order.id, state, date: new Date(now()).toISOString() });
    if (result === "expired" || chance(0.05)) {
      say("refused");
      return;
    }
    say(chance(0.5) ? "accepted" : "done");
    const isObeyed = !chance(0.1);
    taken.push({ ...order, at, wasRunning: running, isObeyed });
    if (isObeyed) running = order.command === "start";
    if (isObeyed && chance(0.8)) report();
  }
  client.on("message", (_topic, payload) => {
    const order = CommandMessage.parse(JSON.parse(payload.toString()));
    for (let copies = chance(0.25) ? 2 : chance(0.1) ? 0 : 1; copies > 0; copies--) void receive(order);
  });
  const timer = setInterval(report, REPORT_MS);
  return {
    serial,
    skewMs,
    taken,
    reports,
    report,
    isRunning: () => running,
    async close() {
      clearInterval(timer);
      await client.endAsync(true);
    },
  };
}
