import { once } from "node:events";
import { WebSocket } from "ws";
import { until } from "../broker-until.ts";

/** State of a process at rest. */
export interface Sample {
  /** JavaScript heap after garbage collection, in bytes. */
  heap: number;
  /** Maps and sets in the heap, and their entries. */
  collections: number;
  entries: number;
  /** Open handles and pending requests. */
  handles: number;
}

interface Reply {
  id: number;
  result: { result: { objectId: string; value: never }; objects: { objectId: string }; usedSize: number };
}

/** Counts the objects found and their entries. Prototypes of subclasses are found too; their `size` throws. */
const COUNT = `function () {
  const sizes = this.flatMap((found) => { try { return found.size; } catch { return []; } });
  return [sizes.length, sizes.reduce((sum, size) => sum + size, 0)];
}`;

/** Reads the heap of a process from outside, by the inspector protocol of V8. */
export class Inspector {
  readonly #socket: WebSocket;
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Connects to a process that was started with `--inspect` on this port. */
  static async connect(port: number): Promise<Inspector> {
    const targets = await until(async () => (await fetch(`http://127.0.0.1:${port}/json`)).json());
    const socket = new WebSocket((targets as [{ webSocketDebuggerUrl: string }])[0].webSocketDebuggerUrl, {
      perMessageDeflate: false,
      maxPayload: 0,
    });
    await once(socket, "open");
    return new Inspector(socket);
  }

  close(): void {
    this.#socket.terminate();
  }

  async sample(): Promise<Sample> {
    // Weak references and finalizers need a second collection.
    for (let round = 0; round < 2; round++) await this.#ask("HeapProfiler.collectGarbage");
    const [maps, mapEntries] = await this.#count("Map");
    const [sets, setEntries] = await this.#count("Set");
    await this.#ask("Runtime.releaseObjectGroup", { objectGroup: "soak" });
    const { usedSize } = await this.#ask("Runtime.getHeapUsage");
    const { result } = await this.#ask("Runtime.evaluate", { expression: "process.getActiveResourcesInfo().length" });
    return { heap: usedSize, collections: maps + sets, entries: mapEntries + setEntries, handles: result.value };
  }

  async #count(type: "Map" | "Set"): Promise<[number, number]> {
    const group = { objectGroup: "soak" };
    const prototype = await this.#ask("Runtime.evaluate", { expression: `${type}.prototype`, ...group });
    const { objects } = await this.#ask("Runtime.queryObjects", {
      prototypeObjectId: prototype.result.objectId,
      ...group,
    });
    const { result } = await this.#ask("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration: COUNT,
      returnByValue: true,
    });
    return result.value;
  }

  async #ask(method: string, params: object = {}): Promise<Reply["result"]> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = await once(this.#socket, "message");
      const reply = JSON.parse(String(data)) as Reply & { error?: { message: string } };
      if (reply.id !== id) continue;
      if (reply.error) throw new Error(`${method}: ${reply.error.message}`);
      return reply.result;
    }
  }
}
