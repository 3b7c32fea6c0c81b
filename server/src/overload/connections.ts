import type { Server } from "node:http";
import type { Socket } from "node:net";
import { clientNetwork } from "../client-network.ts";

const SURPLUS = Symbol("surplus");
type Connection = Socket & { [SURPLUS]?: true };

/** Whether a connection is over the limit: its request is refused. A property, because a weak set costs more. */
export function isSurplus(socket: Connection): boolean {
  return socket[SURPLUS] === true;
}

/** Connections over the limit that wait for their refusal; further ones are closed at once. */
const SPARE = 256;
/** Time for a connection over the limit to send its request and get its refusal. */
const REFUSAL_MS = 5_000;
/** An address with more than this share of all connections gives way to one with less than {@link FEW}. */
const MAX_SHARE = 1 / 2;
const FEW = 1 / 10;

interface ConnectionsOptions {
  max: number;
  /** The event of a connection that can be answered: `secureConnection` with TLS. */
  event: "connection" | "secureConnection";
  /** Whether the peers are the clients. Clients behind a proxy cannot be distinguished. */
  areClients: boolean;
  onRefused: (address: string) => void;
}

/** Limits the open connections of a server (`MAX_CONNECTIONS`). */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #byAddress = new Map<string, Set<Connection>>();
  #open = 0;

  constructor(server: Server, options: ConnectionsOptions) {
    this.#options = options;
    server.maxConnections = options.max + SPARE;
    server.on("drop", (connection) => options.onRefused(clientNetwork(connection?.remoteAddress ?? "")));
    server.on(options.event, (socket: Connection) => this.#add(socket));
  }

  get open(): number {
    return this.#open;
  }

  #add(socket: Connection): void {
    const address = clientNetwork(socket.remoteAddress ?? "");
    const others = this.#byAddress.get(address) ?? new Set();
    if (this.#open >= this.#options.max) {
      this.#options.onRefused(address);
      if (!this.#makeRoom(others)) {
        refuse(socket);
        return;
      }
    }
    this.#open++;
    this.#byAddress.set(address, others.add(socket));
    socket.once("close", () => {
      this.#open--;
      others.delete(socket);
      if (others.size === 0) this.#byAddress.delete(address);
    });
  }

  /** Closes the newest connection of the address with the most, for an address with few. */
  #makeRoom(newcomers: ReadonlySet<Connection>): boolean {
    const { max, areClients } = this.#options;
    if (!areClients || newcomers.size >= max * FEW) return false;
    const greedy = [...this.#byAddress.values()].find(({ size }) => size > max * MAX_SHARE);
    const newest = greedy && [...greedy].at(-1);
    newest?.destroy();
    return newest !== undefined;
  }
}

function refuse(socket: Connection): void {
  socket[SURPLUS] = true;
  const timer = setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  socket.once("close", () => clearTimeout(timer));
}
