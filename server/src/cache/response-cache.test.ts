import fc from "fast-check";
import { expect, test } from "vitest";
import { isOutage, problems } from "../errors.ts";
import { MemoryStore } from "./memory-store.ts";
import { ResponseCache } from "./response-cache.ts";

const USERS = ["ana", "bruno", "carla"] as const;
const PATHS = ["/Client/GetAll", "/Client/GetAll?x=1"] as const;
const TTL_MS = 1_000;
const STALE_IF_ERROR_MS = 2_000;

type User = (typeof USERS)[number];
interface Versions {
  shared: number;
  own: Record<User, number>;
}

const user = fc.constantFrom(...USERS);
const step = fc.oneof(
  {
    weight: 5,
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
      own: fc.boolean(),
      late: fc.boolean(),
      fails: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("answer"), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave"), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait"), ms: fc.nat(1_500) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const settled = () => new Promise((resolve) => setImmediate(resolve));

/**
 * An API with one shared record and one record for each user. Its responses wait until the test ends them. It reads the
 * record when the call arrives or, with `late`, when it responds: an API may do either.
 */
class World {
  now = 1;
  readonly cache = new ResponseCache({
    store: new MemoryStore(1_048_576, () => this.now),
    ttlMs: TTL_MS,
    staleIfErrorMs: STALE_IF_ERROR_MS,
    clock: () => this.now,
  });
  readonly state: Versions = { shared: 0, own: { ana: 0, bruno: 0, carla: 0 } };
  /** The versions written by writes that have ended for their writer. */
  readonly finished: Versions = { shared: 0, own: { ana: 0, bruno: 0, carla: 0 } };
  /** How many writes have begun: a response requested before one began is not served after that. */
  readonly begun: Versions = { shared: 0, own: { ana: 0, bruno: 0, carla: 0 } };
  readonly pending: (() => void)[] = [];
  readonly leaving: AbortController[] = [];
  readonly running: Promise<void>[] = [];

  get(caller: User, path: string, late: boolean, unreached: boolean): void {
    const floor = structuredClone(this.finished);
    const begunBefore = this.begun.shared + this.begun.own[caller];
    const began = this.now;
    const abort = new AbortController();
    this.leaving.push(abort);
    const read = () =>
      JSON.stringify({ caller, path, shared: this.state.shared, own: this.state.own[caller], at: this.now });
    const fetch = async () => {
      const early = read();
      const headers = { begun: String(this.begun.shared + this.begun.own[caller]) };
      await this.#letGo();
      if (unreached) throw problems.upstreamUnreachable();
      const body = Buffer.from(late ? read() : early);
      const answer = { status: 200, headers: { ...headers, at: String(this.now) }, body };
      return { answer, storable: true };
    };
    const run = async () => {
      const call = { caller, path, accept: undefined, acceptLanguage: undefined, encoding: undefined };
      const lookup = await this.cache.find(call);
      const { answer, status } = lookup.hit ?? (await this.cache.fetch(lookup, fetch, abort.signal));
      const seen = JSON.parse(answer.body.toString());
      expect(seen).toMatchObject({ caller, path });
      expect(seen.shared).toBeGreaterThanOrEqual(floor.shared);
      expect(seen.own).toBeGreaterThanOrEqual(floor.own[caller]);
      expect(Number(answer.headers.begun)).toBeGreaterThanOrEqual(begunBefore);
      if (status.startsWith("bff; hit; ttl")) expect(began).toBe(this.now);
      if (status.includes("fwd=stale")) {
        expect(this.now - Number(answer.headers.at)).toBeLessThan(TTL_MS + STALE_IF_ERROR_MS);
      }
    };
    this.running.push(run().catch((error: unknown) => this.#onlyLeaving(error, abort.signal)));
  }

  write(caller: User, own: boolean, late: boolean, fails: boolean): void {
    const version = { shared: 0, own: 0 };
    if (own) this.begun.own[caller]++;
    else this.begun.shared++;
    const apply = () => {
      if (own) version.own = ++this.state.own[caller];
      else version.shared = ++this.state.shared;
    };
    const run = async () => {
      await this.cache
        .write({ scope: own ? { caller } : "everybody", caller, trusted: true }, async () => {
          if (!late) apply();
          await this.#letGo();
          if (late) apply();
          if (fails) throw new Error("reset after it was done");
          return { status: 200, headers: {}, body: Buffer.alloc(0) };
        })
        .catch(() => {});
      this.finished.shared = Math.max(this.finished.shared, version.shared);
      this.finished.own[caller] = Math.max(this.finished.own[caller], version.own);
    };
    this.running.push(run());
  }

  async act(step: Step): Promise<void> {
    if (step.kind === "get") this.get(step.user, step.path, step.late, step.unreached);
    if (step.kind === "write") this.write(step.user, step.own, step.late, step.fails);
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

test("serves no caller anything older than the last finished write, nor another user's answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const world = new World();
      for (const step of steps) await world.act(step);
      await world.end();
    }),
    { numRuns: 400 },
  );
});

test("an answer is served again until it expires", async () => {
  const world = new World();
  const call = { caller: "ana", path: "/x", accept: undefined, acceptLanguage: undefined, encoding: undefined };
  const fetch = async () => ({ answer: { status: 200, headers: {}, body: Buffer.from("1") }, storable: true });
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
  const fetch = async () => ({ answer: { status: 200, headers: {}, body: Buffer.from("1") }, storable: true });
  const silent = () => Promise.reject(problems.upstreamTimeout());
  await world.cache.fetch(await world.cache.find(call), fetch, signal);
  world.now += TTL_MS;
  const found = await world.cache.find(call);
  expect((await world.cache.fetch(found, silent, signal)).status).toContain("fwd=stale");
  await world.cache.write({ scope: "everybody", caller: "ana", trusted: true }, async () => ({
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
  }));
  await expect(world.cache.fetch(found, silent, signal)).rejects.toThrow("in time");
});
