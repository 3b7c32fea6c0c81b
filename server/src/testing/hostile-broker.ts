import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** A packet with its correct length: the first byte, then the rest. */
function packet(first: number, rest: readonly number[]): Buffer {
  if (rest.length > 127) throw new RangeError("one byte of length only");
  return Buffer.from([first, rest.length, ...rest]);
}

const text = (value: string) => [0, value.length, ...Buffer.from(value)];

/** One well-formed packet of each type of MQTT 3.1.1 (2.2.1), and of the two reserved ones. */
export const everyPacket: Readonly<Record<string, Buffer>> = {
  reserved: packet(0x00, [0, 1]),
  connect: packet(0x10, [...text("MQTT"), 4, 2, 0, 60, ...text("a")]),
  connack: packet(0x20, [0, 0]),
  publish: packet(0x30, [...text("a/ALL/Frontend/t"), 123, 125]),
  publishQos1: packet(0x32, [...text("a/ALL/Frontend/t"), 0, 9, 123, 125]),
  publishQos2: packet(0x34, [...text("a/ALL/Frontend/t"), 0, 9, 123, 125]),
  puback: packet(0x40, [0, 1]),
  pubrec: packet(0x50, [0, 1]),
  pubrel: packet(0x62, [0, 1]),
  pubcomp: packet(0x70, [0, 1]),
  subscribe: packet(0x82, [0, 1, ...text("a/b"), 1]),
  suback: packet(0x90, [0, 1, 1]),
  unsubscribe: packet(0xa2, [0, 1, ...text("a/b")]),
  unsuback: packet(0xb0, [0, 1]),
  pingreq: packet(0xc0, []),
  pingresp: packet(0xd0, []),
  disconnect: packet(0xe0, []),
  reserved15: packet(0xf0, [0]),
};

/** All truncations of a packet: with the original length, and with the length corrected. */
export function truncations(whole: Buffer): Buffer[] {
  const cuts = Array.from({ length: whole.length }, (_, end) => whole.subarray(0, end));
  const honest = cuts.slice(2).map((cut) => Buffer.from([cut[0] ?? 0, cut.length - 2, ...cut.subarray(2)]));
  return [...cuts.slice(1), ...honest];
}

export class HostileBroker {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #packets: Buffer[];
  acknowledged = 0;

  private constructor(packets: readonly Buffer[]) {
    this.#packets = [...packets];
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(packets: readonly Buffer[]): Promise<HostileBroker> {
    const broker = new HostileBroker(packets);
    broker.#server.listen(0, "127.0.0.1");
    await once(broker.#server, "listening");
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get left(): number {
    return this.#packets.length;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    const hostile = this.#packets.shift();
    socket.on("data", (data) => {
      if ((data[0] ?? 0) >> 4 === 1) {
        socket.write(CONNACK);
        if (hostile) socket.end(hostile);
      }
      if (hostile) return;
      if ((data[0] ?? 0) >> 4 === 8) socket.write(Buffer.from([0x90, 3, data[2] ?? 0, data[3] ?? 0, 1]));
      if ((data[0] ?? 0) >> 4 === 4) this.acknowledged += 1;
    });
  }
}
