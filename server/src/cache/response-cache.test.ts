import { once } from "node:events";
import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isLongFor } from "../../../scripts/testing/long.ts";
import { isOutage, problems } from "../errors.ts";
import { MemoryStore } from "./memory-store.ts";
import { ResponseCache } from "./response-cache.ts";

const USERS = ["ana", "bruno"] as const;
const CLIENTS = ["a", "b"] as const;
/** A call whose response holds the data of all clients and names none, and one of each client. */
const PATHS = ["/Client/GetAll", "/Farm/GetByClientID?ID=a", "/Farm/GetByClientID?ID=b"] as const;
const TTL_MS = 1_000;
const STALE_IF_ERROR_MS = 2_000;

type User = (typeof USERS)[number];
type ClientId = (typeof CLIENTS)[number];
interface Versions {
  shared: number;
  own: Record<User, number>;
  clients: Record<ClientId, number>;
}

const versions = (): Versions => ({ shared: 0, own: { ana: 0, bruno: 0 }, clients: { a: 0, b: 0 } });
/** The client that the response of a path names. */
const clientOf = (path: string) => CLIENTS.find((client) => path.includes(`?ID=${client}`));
/** The versions that a response of a path holds. */
function seenIn({ shared, own, clients }: Versions, caller: User, path: string): Record<string, number> {
  const client = clientOf(path);
  return { shared, own: own[caller], ...(client ? { [client]: clients[client] } : clients) };
}
/** Ana's GET of a path. */
const callOf = (path: string) => ({
  caller: "ana",
  path,
  accept: undefined,
  acceptLanguage: undefined,
  encoding: undefined,
});

const user = fc.constantFrom(...USERS);
const step = fc.oneof(
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant("get"),
      user,
      path: fc.constantFrom(...PATHS),
      late: fc.boolean(),
      unreached: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("write"),
      user,
      what: fc.constantFrom("shared", "own", ...CLIENTS),
      trusted: fc.boolean(),
      late: fc.boolean(),
      end: fc.constantFrom("done", "done", "refused after it was done", "reset after it was done"),
    }),
  },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant("answer"), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave"), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.nat(1_500) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * An API with one shared record, one for each user and one for each client, whose calls alone name their client. Its responses wait until the test ends them. It reads the
 * record when the call arrives or, with `late`, when it responds: an API may do either.
 */
class World {
  now = 1;
  readonly cache = new ResponseCache({
    store: new MemoryStore(1_048_576, () => this.now),
    ttlMs: TTL_MS,
    staleIfErrorMs: STALE_IF_ERROR_MS,
    elapsed: () => this.now,
  });
  readonly state = versions();
  /** The versions written by writes that have ended for their writer. */
  readonly finished = versions();
  hits = 0;
  readonly pending: (() => void)[] = [];
  readonly leaving: AbortController[] = [];
  readonly running: Promise<void>[] = [];

  get(caller: User, path: string, late: boolean, unreached: boolean): void {
    const floor = seenIn(structuredClone(this.finished), caller, path);
    const began = this.now;
    const abort = new AbortController();
    this.leaving.push(abort);
    const client = clientOf(path);
    const read = () => JSON.stringify({ caller, path, at: this.now, seen: seenIn(this.state, caller, path) });
    const fetch = async () => {
      const early = read();
      await this.#letGo();
      if (unreached) throw problems.upstreamUnreachable();
      const body = Buffer.from(late ? read() : early);
      const answer = { status: 200, headers: { at: String(this.now) }, body };
      return { answer, storable: true, shareable: true, client };
    };
    const run = async () => {
      const call = { caller, path, accept: undefined, acceptLanguage: undefined, encoding: undefined };
      const lookup = await this.cache.find(call);
      const { answer, status } = lookup.hit ?? (await this.cache.fetch(lookup, fetch, abort.signal));
      const { seen, ...whose } = JSON.parse(answer.body.toString());
      expect(whose).toMatchObject({ caller, path });
      for (const [name, version] of Object.entries(floor)) expect(seen[name], name).toBeGreaterThanOrEqual(version);
      if (status.startsWith("bff; hit; ttl")) {
        expect(began).toBe(this.now);
        this.hits++;
      }
      if (status.includes("fwd=stale")) {
        expect(this.now - Number(answer.headers.at)).toBeLessThan(TTL_MS + STALE_IF_ERROR_MS);
      }
    };
    this.running.push(run().catch((error: unknown) => this.#onlyLeaving(error, abort.signal)));
  }

  write({ user: caller, what, trusted, late, end }: Extract<Step, { kind: "write" }>): void {
    const own = what === "own";
    const client = CLIENTS.find((one) => one === what);
    const bump = (of: Versions) => {
      if (client) return ++of.clients[client];
      return own ? ++of.own[caller] : ++of.shared;
    };
    let version = 0;
    const apply = () => {
      version = bump(this.state);
    };
    const run = async () => {
      await this.cache
        .write({ scope: own ? { caller } : "all callers", caller, trusted }, async () => {
          if (!late) apply();
          await this.#letGo();
          if (late) apply();
          if (end === "reset after it was done") throw new Error(end);
          const answer = { status: end === "done" ? 200 : 500, headers: {}, body: Buffer.alloc(0) };
          return { answer, client };
        })
        .catch(() => {});
      const { finished } = this;
      if (client) finished.clients[client] = Math.max(finished.clients[client], version);
      else if (own) finished.own[caller] = Math.max(finished.own[caller], version);
      else finished.shared = Math.max(finished.shared, version);
    };
    this.running.push(run());
  }

  async act(step: Step): Promise<void> {
    if (step.kind === "get") this.get(step.user, step.path, step.late, step.unreached);
    if (step.kind === "write") this.write(step);
    if (step.kind === "answer" && this.pending.length > 0)
      this.pending.splice(step.which % this.pending.length, 1)[0]?.();
    if (step.kind === "leave" && this.leaving.length > 0) this.leaving[step.which % this.leaving.length]?.abort("left");
    if (step.kind === "wait") this.now += step.ms;
    await settled();
  }

  async end(): Promise<void> {
    while (this.pending.length > 0) {
      this.pending.shift()?.();
      await settled();
    }
    await Promise.all(this.running);
  }

  #letGo(): Promise<void> {
    return new Promise((resolve) => this.pending.push(resolve));
  }

  #onlyLeaving(error: unknown, signal: AbortSignal): void {
    if (!isOutage(error) && (!signal.aborted || error !== "left")) throw error;
  }
}

const RUNS = isLongFor("server/src/cache/") ? 400 : 100;

test("serves no caller anything older than the last finished write, nor another user's answer", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 90 }), async (steps) => {
      const world = new World();
      for (const step of steps) await world.act(step);
      await world.end();
      hits += world.hits;
    }),
    { numRuns: RUNS },
  );
  expect(hits).toBeGreaterThan(0.075 * RUNS);
});

test("an answer is served again until it expires", async () => {
  const world = new World();
  const call = { caller: "ana", path: "/x", accept: undefined, acceptLanguage: undefined, encoding: undefined };
  const fetch = async () => ({
    answer: { status: 200, headers: {}, body: Buffer.from("1") },
    storable: true,
    shareable: true,
  });
  const lookup = await world.cache.find(call);
  expect(lookup.hit).toBeUndefined();
  const { status } = await world.cache.fetch(lookup, fetch, new AbortController().signal);
  expect(status).toBe("bff; fwd=uri-miss; stored");
  world.now += TTL_MS - 1;
  expect((await world.cache.find(call)).hit?.status).toBe("bff; hit; ttl=1");
  world.now += 1;
  expect((await world.cache.find(call)).hit).toBeUndefined();
});

test("a stale answer is not served after a write, even if it was found before", async () => {
  const world = new World();
  const call = { caller: "ana", path: "/x", accept: undefined, acceptLanguage: undefined, encoding: undefined };
  const { signal } = new AbortController();
  const fetch = async () => ({
    answer: { status: 200, headers: {}, body: Buffer.from("1") },
    storable: true,
    shareable: true,
  });
  const silent = () => Promise.reject(problems.upstreamTimeout());
  await world.cache.fetch(await world.cache.find(call), fetch, signal);
  world.now += TTL_MS;
  const found = await world.cache.find(call);
  expect((await world.cache.fetch(found, silent, signal)).status).toContain("fwd=stale");
  await world.cache.write({ scope: "all callers", caller: "ana", trusted: true }, async () => ({
    answer: { status: 200, body: Buffer.alloc(0) },
  }));
  await expect(world.cache.fetch(found, silent, signal)).rejects.toThrow("in time");
});

/** What the tests of writes ask of a cache: GETs of each client and of none, and a write that ends by a gate. */
function scene() {
  const { cache } = new World();
  const { signal } = new AbortController();
  let fetched = 0;
  const lookUp = async (path: string) => cache.find(callOf(path));
  const answerTo = (path: string, body = `${++fetched}`) => {
    const answer = { status: 200, headers: {}, body: Buffer.from(body) };
    return { answer, storable: true, shareable: true, client: clientOf(path) };
  };
  const get = async (path: string) => {
    const lookup = await lookUp(path);
    const { answer, status } = lookup.hit ?? (await cache.fetch(lookup, async () => answerTo(path), signal));
    return [status.replace(/; ttl=.*/, ""), answer.body.toString()];
  };
  /** A GET whose response waits for `land`. */
  const slow = async (path: string) => {
    const gate = Promise.withResolvers<void>();
    const landed = cache.fetch(
      await lookUp(path),
      async () => {
        await gate.promise;
        return answerTo(path, "slow");
      },
      signal,
    );
    const land = async () => {
      gate.resolve();
      const { answer, status } = await landed;
      return [status, answer.body.toString()];
    };
    return { land };
  };
  const write = (client: string | undefined, status = 200, trusted = true) => {
    const gate = Promise.withResolvers<void>();
    const ended = cache.write({ scope: "all callers", caller: "bruno", trusted }, async () => {
      await gate.promise;
      return { answer: { status, body: Buffer.alloc(0) }, client };
    });
    const end = () => {
      gate.resolve();
      return ended;
    };
    return { end };
  };
  return { cache, get, slow, write };
}

const [ALL, OF_A, OF_B] = PATHS;
const HIT = "bff; hit";
const STORED = "bff; fwd=uri-miss; stored";
const NOT_STORED = "bff; fwd=uri-miss";

test.each([true, false])("a write of one client leaves the answers of the others (trusted: %s)", async (trusted) => {
  const { get, write } = scene();
  for (const path of [ALL, OF_A, OF_B]) await get(path);
  const running = write("a", 200, trusted);
  // Until it is answered, what was true before it is served.
  for (const path of [ALL, OF_A, OF_B]) expect((await get(path))[0]).toBe(HIT);
  await running.end();
  expect(await get(OF_B)).toEqual([HIT, "3"]);
  for (const path of [ALL, OF_A]) expect((await get(path))[0], path).toBe(STORED);
});

test.each([
  { client: undefined, status: 200, left: [] },
  { client: "a", status: 302, left: [] },
  { client: "a", status: 409, left: [] },
  { client: "a", status: 500, left: [] },
  { client: "a", status: 403, left: [ALL, OF_A, OF_B] },
  { client: "a", status: 201, left: [OF_B] },
  { client: "c", status: 204, left: [OF_A, OF_B] },
])("a write of client $client that is answered $status leaves $left", async ({ client, status, left }) => {
  const { get, write } = scene();
  for (const path of [ALL, OF_A, OF_B]) await get(path);
  await write(client, status).end();
  const hits = [];
  for (const path of [ALL, OF_A, OF_B]) if ((await get(path))[0] === HIT) hits.push(path);
  expect(hits).toEqual(left);
});

test("a write that breaks, or that concerns its caller alone, is not one of one client", async () => {
  const { cache, get } = scene();
  await get(OF_B);
  const broken = () => Promise.reject(new Error("reset"));
  await expect(cache.write({ scope: "all callers", caller: "bruno", trusted: true }, broken)).rejects.toThrow("reset");
  expect((await get(OF_B))[0]).toBe(STORED);
  const answer = { status: 200, body: Buffer.alloc(0) };
  await cache.write({ scope: { caller: "ana" }, caller: "ana", trusted: true }, async () => ({ answer, client: "a" }));
  expect((await get(OF_B))[0]).toBe(STORED);
});

test.each([
  { path: OF_A, trusted: true },
  { path: OF_A, trusted: false },
  { path: ALL, trusted: true },
  { path: ALL, trusted: false },
  { path: OF_B, trusted: true },
])("a GET of $path that lands after a write of a, begun before it, is not kept and not shared", async (given) => {
  const { get, slow, write } = scene();
  const running = await slow(given.path);
  await write("a", 200, given.trusted).end();
  expect(await get(given.path)).toEqual([STORED, "1"]);
  expect(await running.land()).toEqual([NOT_STORED, "slow"]);
  expect(await get(given.path)).toEqual([HIT, "1"]);
});

test.each([true, false])("nor is one that began during the write (trusted: %s)", async (trusted) => {
  const { get, slow, write } = scene();
  const writing = write("a", 200, trusted);
  const running = await slow(OF_A);
  await writing.end();
  expect(await get(OF_A)).toEqual([STORED, "1"]);
  expect(await running.land()).toEqual([NOT_STORED, "slow"]);
  expect(await get(OF_A)).toEqual([HIT, "1"]);
});

test.each([
  { first: "a", second: "b" },
  { first: "b", second: "a" },
  { first: "a", second: "a" },
])("two writes at once: $first and $second end after each other", async ({ first, second }) => {
  const { get, slow, write } = scene();
  for (const path of [ALL, OF_A, OF_B]) await get(path);
  const [one, other] = [write(first), write(second)];
  const during = await slow(OF_A);
  await one.end();
  expect((await get(OF_A))[0]).toBe(first === "a" ? STORED : HIT);
  const between = await slow(OF_A);
  await other.end();
  expect((await get(OF_A))[0]).toBe(second === "a" ? STORED : HIT);
  expect((await get(OF_B))[0]).toBe(first === "b" || second === "b" ? STORED : HIT);
  for (const late of [during, between]) expect((await late.land())[0]).toBe(NOT_STORED);
  expect(await get(OF_A)).toEqual([HIT, expect.not.stringContaining("slow")]);
});

test("a stale answer is not served after a write of its client, even if it was found before", async () => {
  const world = new World();
  const { signal } = new AbortController();
  const silent = () => Promise.reject(problems.upstreamTimeout());
  const find = async (path: string) => world.cache.find(callOf(path));
  for (const path of [OF_A, OF_B]) {
    const answer = { status: 200, headers: {}, body: Buffer.from(path) };
    await world.cache.fetch(
      await find(path),
      async () => ({ answer, storable: true, shareable: true, client: clientOf(path) }),
      signal,
    );
  }
  world.now += TTL_MS;
  const found = await find(OF_A);
  const answer = { status: 200, body: Buffer.alloc(0) };
  await world.cache.write({ scope: "all callers", caller: "ana", trusted: true }, async () => ({
    answer,
    client: "a",
  }));
  for (const lookup of [found, await find(OF_A)])
    await expect(world.cache.fetch(lookup, silent, signal)).rejects.toThrow("in time");
  expect((await world.cache.fetch(await find(OF_B), silent, signal)).status).toContain("fwd=stale");
});

test("a streamed response to a write of one client invalidates its answers again when it ends", async () => {
  const { cache, get, slow } = scene();
  const body = Readable.from(["x"]);
  const answer = { status: 200, body };
  await cache.write({ scope: "all callers", caller: "bruno", trusted: true }, async () => ({ answer, client: "a" }));
  for (const path of [ALL, OF_A, OF_B]) await get(path);
  const running = await slow(`${OF_A}&x=1`);
  body.resume();
  await once(body, "close");
  expect((await get(OF_B))[0]).toBe(HIT);
  for (const path of [ALL, OF_A]) expect((await get(path))[0], path).toBe(STORED);
  expect((await running.land())[0]).toBe(NOT_STORED);
});
