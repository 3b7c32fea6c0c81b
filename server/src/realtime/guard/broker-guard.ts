import type { Duplex } from "node:stream";
import type { MqttClient, Packet } from "mqtt";
import { LargeMessages } from "./large-messages.ts";

const MAX_PACKET_ID = 65_535;

/**
 * Destroys the link when the broker violates MQTT 3.1.1 (4.8.0-1), before the library handles the packet: mqtt.js 5.16
 * acknowledges a PUBLISH without its packet id, and throws outside every handler.
 */
export function guardLink(client: MqttClient, onViolation: (what: string) => void): void {
  const cut = (what: string) => {
    onViolation(what);
    client.stream.destroy();
  };
  client.on("packetreceive", (packet) => {
    const violation = violationOf(packet);
    if (violation === undefined) return;
    // The library ignores unknown commands.
    Object.assign(packet, { cmd: "violation" });
    cut(violation);
  });
  // Each attempt sets another stream, and pipes it to the parser at once.
  let stream: Duplex = client.stream;
  Object.defineProperty(client, "stream", {
    get: () => stream,
    set: (next: Duplex) => {
      stream = next;
      const pipe = next.pipe.bind(next);
      next.pipe = (parser) => pipe(new LargeMessages(() => cut("packet too large"))).pipe(parser);
    },
  });
  client.on("error", () => client.stream.destroy());
}

/** The violation in a broker's packet, or undefined. The BFF subscribes at QoS 1, so QoS 2 is one. */
function violationOf(packet: Packet): string | undefined {
  switch (packet.cmd) {
    case "connack":
    case "pingresp":
      return undefined;
    case "publish":
      if (packet.qos === 2) return "PUBLISH at QoS 2";
      if (packet.qos === 1 && !isPacketId(packet.messageId)) return "PUBLISH without packet id";
      return packet.topic === "" || /[+#\0]/.test(packet.topic) ? "PUBLISH with a wrong topic" : undefined;
    case "suback":
      if (packet.granted.length !== 1) return "SUBACK with a wrong number of codes";
      return isPacketId(packet.messageId) ? undefined : "SUBACK without packet id";
    case "puback":
    case "unsuback":
      return isPacketId(packet.messageId) ? undefined : `${packet.cmd.toUpperCase()} without packet id`;
    default:
      return `${String(packet.cmd).toUpperCase()} from a broker`;
  }
}

function isPacketId(id: number | undefined): boolean {
  return id !== undefined && id >= 1 && id <= MAX_PACKET_ID;
}
