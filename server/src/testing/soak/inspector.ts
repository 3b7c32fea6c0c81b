import { once } from "node:events";
import { WebSocket } from "ws";
import { until } from "../broker-until.ts";

/** State of a process at rest. */
export interface Sample {
  /** Heap of the program's own objects, texts and buffers after garbage collection, in bytes. */
  program: number;
  /** Heap of V8's own structures, in bytes: code, feedback, hidden classes. They grow as V8 optimizes. */
  engine: number;
  /** Maps and sets in the heap, and their entries. */
  collections: number;
  entries: number;
  handles: number;
}

/** A sample, and what the program's part of the heap consists of. */
export interface HeapSample extends Sample {
  /** Bytes by kind and constructor. */
  contents: ReadonlyMap<string, number>;
}

/** A heap snapshot, as V8 writes it. */
interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
  strings: string[];
}

/** Kinds of nodes in a snapshot that V8 creates for itself. */
const OF_THE_ENGINE = new Set(["code", "hidden", "object shape", "synthetic"]);
/** Kinds whose name is a content, not a constructor. */
const TEXTS = new Set(["string", "concatenated string", "sliced string", "number", "symbol", "bigint", "regexp"]);

interface Reply {
  result: { result: { objectId: string; value: never }; objects: { objectId: string } };
  error?: { message: string };
}

type Message = Reply & { id?: number; method?: string; params: { chunk: string } };

/** Counts the objects found and their entries. Prototypes of subclasses are found too; their `size` throws. */
const COUNT = `function () {
  const sizes = this.flatMap((found) => { try { return found.size; } catch { return []; } });
  return [sizes.length, sizes.reduce((sum, size) => sum + size, 0)];
}`;

/** Reads the heap of a process from outside, by the inspector protocol of V8. */
export class Inspector {
  readonly #socket: WebSocket;
  #last = 0;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #chunks: string[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => this.#hear(JSON.parse(String(data))));
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

  async sample(): Promise<HeapSample> {
    // Weak references and finalizers need a second collection.
    for (let round = 0; round < 2; round++) await this.#ask("HeapProfiler.collectGarbage");
    const heap = measure(await this.#snapshot());
    const [maps, mapEntries] = await this.#count("Map");
    const [sets, setEntries] = await this.#count("Set");
    await this.#ask("Runtime.releaseObjectGroup", { objectGroup: "soak" });
    const { result } = await this.#ask("Runtime.evaluate", { expression: "process.getActiveResourcesInfo().length" });
    return { ...heap, collections: maps + sets, entries: mapEntries + setEntries, handles: result.value };
  }

  async #snapshot(): Promise<Snapshot> {
    this.#chunks = [];
    await this.#ask("HeapProfiler.takeHeapSnapshot");
    return JSON.parse(this.#chunks.splice(0).join(""));
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

  #ask(method: string, params: object = {}): Promise<Reply["result"]> {
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<Reply["result"]>();
    this.#waiting.set(id, ({ error, result }) => {
      if (error) reject(new Error(`${method}: ${error.message}`));
      else resolve(result);
    });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  /** Listens all the time, because several messages may arrive in one turn of the event loop. */
  #hear(message: Message): void {
    if (message.method === "HeapProfiler.addHeapSnapshotChunk") this.#chunks.push(message.params.chunk);
    if (message.id === undefined) return;
    this.#waiting.get(message.id)?.(message);
    this.#waiting.delete(message.id);
  }
}

function measure({
  snapshot: { meta },
  nodes,
  strings,
}: Snapshot): Pick<HeapSample, "program" | "engine" | "contents"> {
  const field = (name: string) => meta.node_fields.indexOf(name);
  const [type, name, size] = [field("type"), field("name"), field("self_size")];
  const contents = new Map<string, number>();
  let engine = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    const kind = meta.node_types[0][nodes[node + type] ?? 0] ?? "";
    const bytes = nodes[node + size] ?? 0;
    if (OF_THE_ENGINE.has(kind)) engine += bytes;
    else {
      const key = TEXTS.has(kind) ? kind : `${kind} ${strings[nodes[node + name] ?? 0]}`;
      contents.set(key, (contents.get(key) ?? 0) + bytes);
    }
  }
  return { program: [...contents.values()].reduce((sum, bytes) => sum + bytes, 0), engine, contents };
}
