import { CloseCode } from "@lamina/shared/messages/realtime";
import { Counter, Gauge, type Registry } from "prom-client";
import type { Broker } from "./broker.ts";
import { FAULTS } from "./received-message.ts";

export type RealtimeMetrics = ReturnType<typeof realtimeMetrics>;

/**
 * Close codes with a series each: the contract's, and those of RFC 6455 §7.4.1 in use. Others are grouped, because a
 * peer may send any.
 */
const KNOWN_CODES: ReadonlySet<number> = new Set([
  ...Object.values(CloseCode),
  1000,
  1002,
  1005,
  1006,
  1008,
  1011,
  1014,
]);

export function realtimeMetrics(registry: Registry, broker: Broker) {
  const registers = [registry];
  new Gauge({
    name: "bff_realtime_broker_connected",
    help: "1 while the broker is connected",
    registers,
    collect() {
      this.set(broker.state === "connected" ? 1 : 0);
    },
  });
  const closes = new Counter({
    name: "bff_realtime_closes_total",
    help: "Closed sockets by close code",
    labelNames: ["code"] as const,
    registers,
  });
  for (const code of [...KNOWN_CODES, "other"]) closes.inc({ code }, 0);
  const bridged = new Counter({
    name: "bff_realtime_messages_total",
    help: "Messages bridged, from and to the broker",
    labelNames: ["direction"] as const,
    registers,
  });
  for (const direction of ["in", "out"]) bridged.inc({ direction }, 0);
  const dropped = new Counter({
    name: "bff_realtime_dropped_total",
    help: "What was not delivered: to a consumer too slow, or a message too large",
    labelNames: ["reason"] as const,
    registers,
  });
  for (const reason of ["consumer too slow", "too large"]) dropped.inc({ reason }, 0);
  const unusual = new Counter({
    name: "bff_realtime_unusual_messages_total",
    help: "Messages of the broker that differ from {message, date}. They are delivered",
    labelNames: ["fault"] as const,
    registers,
  });
  for (const fault of FAULTS) unusual.inc({ fault }, 0);
  let framesOut = 0;
  new Counter({
    name: "bff_realtime_frames_out_total",
    help: "Frames to clients",
    registers,
    collect() {
      this.reset();
      this.inc(framesOut);
    },
  });
  return {
    sockets: new Gauge({ name: "bff_realtime_sockets", help: "Open sockets", registers }),
    framesIn: new Counter({ name: "bff_realtime_frames_in_total", help: "Frames from clients", registers }),
    /** Called for each frame to a client: increments a number, because the library's counter costs more. */
    sent: () => void framesOut++,
    bridged,
    dropped,
    unusual,
    redeliveries: new Counter({
      name: "bff_realtime_redeliveries_total",
      help: "Messages that came again and were left out",
      registers,
    }),
    closed: (code: number) => closes.inc({ code: KNOWN_CODES.has(code) ? code : "other" }),
  };
}
