import { byteLength } from "../../platform/database.ts";
import { createStore, type Store } from "../store.ts";
import type { EntryProblem, FieldRecord, OutboxEntry, PossibleDuplicate } from "./entry.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** A new record rests this long before it is sent, so that it can be taken back without a trace. */
export const UNDO_WINDOW_MS = 6_000;
/** Pause between two attempts to reach the API. */
export const RETRY_MS = 30_000;

export interface OutboxState {
  /** Oldest first. */
  entries: readonly OutboxEntry[];
  /** Key of the one under way. */
  sending: string | null;
}

/** Records on their way to the API. They outlive the page and the session, and belong to their user (readings, 3). */
interface Outbox {
  state: Store<OutboxState>;
  /** Takes up what the user of this name left on the device; returns how to stop. */
  start(userName: string, unlocked?: Promise<void>): () => void;
  /** Keeps a record and sends it after `UNDO_WINDOW_MS`. @returns its key, or null when the device has no room for it */
  add(subject: Pick<OutboxEntry, "clientId" | "label">, record: FieldRecord): Promise<string | null>;
  /** Takes a record back. False when it is under way or gone. */
  discard(key: string): Promise<boolean>;
  /** Sends an entry with a problem again; a conflict is thereby wanted. */
  confirm(key: string): Promise<void>;
  /** Tries at once, such as when the connection is back. */
  wake(): void;
}

export interface OutboxDeps {
  archive: { get<T>(key: string): Promise<T | undefined>; set(key: string, value: unknown): Promise<void> };
  /** How many bytes of UTF-8 a user's entries may take. */
  maxBytes: number;
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
  now(): number;
  isOnline(): boolean;
  newKey(): string;
  /** Sends an entry under its key. Throws what the call throws; resolves with the API's objection, if it has one. */
  send(entry: OutboxEntry): Promise<EntryProblem | null>;
  /** What somebody else has recorded of the same meanwhile. */
  findPossibleDuplicate(entry: OutboxEntry): Promise<PossibleDuplicate | null>;
  /** An entry has arrived: it stays on the screen until this is done. */
  onDelivered(entry: OutboxEntry): Promise<void>;
}

const EMPTY: OutboxState = { entries: [], sending: null };

export function createOutbox(deps: OutboxDeps): Outbox {
  const state = createStore<OutboxState>(EMPTY);
  let owner = "";
  /** Whose entries are being sent. */
  let flushing = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastChange: Promise<unknown> = Promise.resolve();

  const show = (change: Partial<OutboxState>) => state.set({ ...state.get(), ...change });

  /** Reads, changes and writes what is kept of a user, alone among all tabs. An edit to null changes nothing. */
  function change(
    user: string,
    edit: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[] | null,
  ): Promise<boolean> {
    const key = `outbox:${user}`;
    // Where a browser has no locks, the changes of this page at least follow each other.
    const turn = lastChange.then(() => alone(user, key, edit));
    lastChange = turn.catch(() => {});
    return turn;
  }

  function alone(user: string, key: string, edit: Parameters<typeof change>[1]): Promise<boolean> {
    return deps.withLock(`${key}:store`, async () => {
      const stored = (await deps.archive.get<readonly OutboxEntry[]>(key)) ?? [];
      const entries = edit(stored);
      if (entries === null) return false;
      if (entries !== stored) await deps.archive.set(key, entries);
      if (user === owner) show({ entries });
      return true;
    });
  }

  const reload = (user: string) => change(user, (entries) => entries);
  const edit = (user: string, key: string, fields: Partial<OutboxEntry>) =>
    change(user, (entries) =>
      entries.map((entry) => (entry.key === key ? ({ ...entry, ...fields } as OutboxEntry) : entry)),
    );
  const drop = (user: string, key: string) => change(user, (entries) => entries.filter((entry) => entry.key !== key));

  /** The next one that may go, or how long until then; null when nothing waits. */
  function next(): OutboxEntry | number | null {
    const waiting = state.get().entries.filter(({ problem }) => problem === null);
    const rests = waiting.map(({ madeAt, attempts }) => (attempts > 0 ? 0 : madeAt + UNDO_WINDOW_MS - deps.now()));
    const ready = waiting.find((_entry, index) => (rests[index] ?? 0) <= 0);
    return ready ?? (rests.length > 0 ? Math.min(...rests) : null);
  }

  function schedule(after: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), after);
  }

  async function flush(): Promise<void> {
    const user = owner;
    if (user === "" || user === flushing || !deps.isOnline()) return;
    flushing = user;
    try {
      await deps.withLock(`outbox:${user}:send`, () => sendAll(user));
    } catch {
      // What is kept cannot be opened yet: its key is still on the way.
      if (user === owner) schedule(RETRY_MS);
    } finally {
      if (flushing === user) flushing = "";
    }
  }

  async function sendAll(user: string): Promise<void> {
    // Another tab may have sent or added meanwhile.
    await reload(user);
    for (let entry = next(); entry !== null && user === owner; entry = next()) {
      if (typeof entry === "number") return schedule(entry);
      show({ sending: entry.key });
      const pause = await deliver(user, entry);
      if (user !== owner) return;
      show({ sending: null });
      if (pause !== null) return schedule(pause);
    }
  }

  /** Sends one entry. @returns null when the next one may go, or how long to wait first */
  async function deliver(user: string, entry: OutboxEntry): Promise<number | null> {
    const outcome = await attempt(user, entry);
    if (outcome.kind === "later") return outcome.afterMs ?? RETRY_MS;
    if (outcome.kind === "problem") await edit(user, entry.key, { problem: outcome.problem });
    else {
      if (user === owner) await deps.onDelivered(entry);
      await drop(user, entry.key);
    }
    return null;
  }

  async function attempt(user: string, entry: OutboxEntry): Promise<Outcome> {
    try {
      const twin = entry.confirmed || entry.attempts > 0 ? null : await deps.findPossibleDuplicate(entry);
      if (twin) return { kind: "problem", problem: { kind: "conflict", twin } };
      await edit(user, entry.key, { attempts: entry.attempts + 1 });
      // Nobody's record travels with another user's token.
      if (user !== owner) return { kind: "later" };
      const problem = await deps.send(entry);
      return problem ? { kind: "problem", problem } : { kind: "arrived" };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  return {
    state,
    start(userName, unlocked = Promise.resolve()) {
      owner = userName;
      state.set(EMPTY);
      void unlocked.then(() => reload(userName)).then(flush, () => schedule(RETRY_MS));
      return () => {
        owner = "";
        clearTimeout(timer);
        state.set(EMPTY);
      };
    },
    async add(subject, record) {
      const entry: OutboxEntry = {
        ...record,
        ...subject,
        key: deps.newKey(),
        madeAt: deps.now(),
        attempts: 0,
        problem: null,
        confirmed: false,
      };
      const added = await change(owner, (entries) => {
        const all = [...entries, entry];
        return byteLength(all) > deps.maxBytes ? null : all;
      }).catch(() => false);
      if (!added) return null;
      schedule(UNDO_WINDOW_MS);
      return entry.key;
    },
    async discard(key) {
      if (state.get().sending === key) return false;
      let isKept = false;
      // What is shown may be old: another tab may have sent it.
      await change(owner, (entries) => {
        isKept = entries.some((entry) => entry.key === key);
        return entries.filter((entry) => entry.key !== key);
      });
      return isKept;
    },
    async confirm(key) {
      await edit(owner, key, { problem: null, confirmed: true });
      await flush();
    },
    wake: () => void flush(),
  };
}
