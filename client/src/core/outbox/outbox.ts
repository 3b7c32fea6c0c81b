import { WRONG_CLOCK_MS } from "../../platform/clock.ts";
import { LockHeld } from "../../platform/locks.ts";
import { createStore, type Store } from "../store.ts";
import type { DeliveredEntry, FieldRecord, OutboxEntry, PossibleDuplicate, SendResult } from "./entry.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { createStoredEntries, type StoredEntriesDeps } from "./stored-entries.ts";

/** A new record is held back this long before it is sent, so that it can be taken back without a trace. */
export const UNDO_WINDOW_MS = 6_000;
/** Pause between two attempts to reach the API. */
export const RETRY_MS = 30_000;

export interface OutboxState {
  entries: readonly OutboxEntry[];
  /** Keys of the entries that only this tab has, because the device does not take them. */
  onlyHere: readonly string[];
  /** Key of the entry that is being sent. */
  sending: string | null;
  /** What this page has sent, newest first. */
  delivered: readonly DeliveredEntry[];
}

/** Unsent records. They survive the page and the session, and belong to their user (readings, 3). */
interface Outbox {
  state: Store<OutboxState>;
  /** Loads the entries that the user of this name left on the device. Returns a stop function. */
  start(userName: string, unlocked?: Promise<void>): () => void;
  /**
   * Stores a record and sends it after `UNDO_WINDOW_MS`, an act on an alert at once.
   * @param photo a JPEG in base64
   * A device that does not store it leaves it in this tab, see `onlyHere`.
   * @returns its key, or null when there is no room for it
   */
  add(
    subject: Pick<OutboxEntry, "clientId" | "label"> & Partial<Pick<OutboxEntry, "confirmed">>,
    record: FieldRecord,
    photo?: string | null,
  ): Promise<string | null>;
  /** Takes a record back. False when it is being sent or was sent. */
  discard(key: string): Promise<boolean>;
  /** Sends an entry with a problem again. For a conflict this confirms the entry. */
  confirm(key: string): Promise<void>;
  /** Tries to send at once, for example when the app is seen again. */
  wake(): void;
  /** The same on a new line: gives up an attempt without an answer, because its line may be dead without a sign. */
  reconnected(): Promise<void>;
}

export interface OutboxDeps extends StoredEntriesDeps {
  now(): number;
  /** How far the server's clock is ahead of the device's, ms; 0 for a right clock. */
  clockSkewMs(): number;
  isOnline(): boolean;
  newKey(): string;
  /** Sends an entry under its key. Throws what the call throws. */
  send(entry: OutboxEntry, photo?: string): Promise<SendResult>;
  /** A similar record that another user made in the meantime. */
  findPossibleDuplicate(entry: OutboxEntry): Promise<PossibleDuplicate | null>;
  /** Called after an entry has arrived. The entry stays listed until the promise resolves. */
  onDelivered(entry: OutboxEntry): Promise<void>;
  /** Called once with all entries that arrived one after the other. */
  /** Called when an entry waits on the device. */
  onStored?(): void;
  onSent?(delivered: readonly DeliveredEntry[]): void;
}

/**
 * A tab that sends for longer is asleep with the lock. Sending twice is harmless, because the API accepts each key once.
 */
const SEND_LOCK_MS = 60_000;

/** Sent entries that are listed. */
const LISTED_DELIVERIES = 20;

const EMPTY: OutboxState = { entries: [], onlyHere: [], sending: null, delivered: [] };

/** An act on an alert does not wait, because others must see it at once; it has an opposite that undoes it. */
const undoWindow = ({ kind }: FieldRecord) => (kind === "alert" ? 0 : UNDO_WINDOW_MS);
/** A record from the future, of a clock that was set back, does not wait. */
const restOf = (ms: number) => (ms > UNDO_WINDOW_MS ? 0 : ms);

export function createOutbox(deps: OutboxDeps): Outbox {
  const state = createStore<OutboxState>(EMPTY);
  let owner = "";
  /** The user whose entries are being sent. */
  let flushing = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = () => {};

  const show = (change: Partial<OutboxState>) => state.set({ ...state.get(), ...change });

  const storedEntries = createStoredEntries(
    deps,
    (user, entries, onlyHere) => user === owner && show({ entries, onlyHere }),
  );

  /** The next entry to send, or the time until then; null when no entry waits. */
  function next(): OutboxEntry | number | null {
    const waiting = state.get().entries.filter(({ problem }) => problem === null);
    const rests = waiting.map((entry) =>
      entry.attempts > 0 ? 0 : restOf(entry.madeAt + undoWindow(entry) - deps.now()),
    );
    const ready = waiting.find((_entry, index) => (rests[index] ?? 0) <= 0);
    return ready ?? (rests.length > 0 ? Math.min(...rests) : null);
  }

  /** True for a record made with a clock that has turned out to be wrong: its moments may be wrong too. */
  function isMistimed({ kind, madeAt, skewMs = 0 }: OutboxEntry): boolean {
    if (kind === "alert") return false;
    const skew = deps.clockSkewMs();
    return madeAt - deps.now() > WRONG_CLOCK_MS || (skew !== 0 && Math.abs(skew - skewMs) > WRONG_CLOCK_MS);
  }

  function schedule(after: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), after);
  }

  async function flush(): Promise<void> {
    const user = owner;
    if (user === "" || user === flushing) return;
    if (!deps.isOnline()) {
      // The device may take now what it did not take before.
      if (state.get().onlyHere.length > 0) await storedEntries.read(user);
      return;
    }
    flushing = user;
    try {
      await deps
        .withLock(`outbox:${user}:send`, () => sendAll(user), SEND_LOCK_MS)
        .catch((error: unknown) => {
          if (!(error instanceof LockHeld)) throw error;
          return sendAll(user);
        });
    } catch {
      if (user === owner) schedule(RETRY_MS);
    } finally {
      if (flushing === user) flushing = "";
    }
  }

  async function sendAll(user: string): Promise<void> {
    // Another tab may have sent or added entries in the meantime.
    const isRead = await storedEntries.read(user);
    const before = state.get().delivered;
    try {
      for (let entry = next(); entry !== null && user === owner; entry = next()) {
        if (typeof entry === "number") return schedule(entry);
        show({ sending: entry.key });
        const pause = await deliver(user, entry);
        if (user !== owner) return;
        show({ sending: null });
        if (pause !== null) return schedule(pause);
      }
      // The device does not answer, or the key of the entries has not arrived.
      if (!isRead && user === owner) schedule(RETRY_MS);
    } finally {
      const sent = state.get().delivered.filter((one) => !before.includes(one));
      if (user === owner && sent.length > 0) deps.onSent?.(sent);
    }
  }

  /** Sends one entry. @returns null when the next one may follow, or the pause in ms before the next attempt */
  async function deliver(user: string, entry: OutboxEntry): Promise<number | null> {
    const newLine = new Promise<Outcome>((resolve) => {
      giveUp = () => resolve({ kind: "later", afterMs: 0 });
    });
    const outcome = await Promise.race([attempt(user, entry), newLine]);
    if (outcome.kind === "later") return outcome.afterMs ?? RETRY_MS;
    if (outcome.kind === "problem") await storedEntries.edit(user, entry.key, { problem: outcome.problem });
    else {
      if (user === owner) await deps.onDelivered(entry);
      await storedEntries.remove(user, entry.key);
      const one = { entry, at: deps.now(), stored: outcome.stored };
      if (user === owner) show({ delivered: [one, ...state.get().delivered].slice(0, LISTED_DELIVERIES) });
    }
    return null;
  }

  async function attempt(user: string, entry: OutboxEntry): Promise<Outcome> {
    try {
      if (!entry.confirmed && entry.attempts === 0 && isMistimed(entry))
        return { kind: "problem", problem: { kind: "clock", madeAt: entry.madeAt } };
      const twin = entry.confirmed || entry.attempts > 0 ? null : await deps.findPossibleDuplicate(entry);
      if (twin) return { kind: "problem", problem: { kind: "conflict", twin } };
      await storedEntries.edit(user, entry.key, { attempts: entry.attempts + 1 });
      const photo = await storedEntries.photoOf(user, entry).catch(() => null);
      // A record must not be sent with another user's token, nor without the photo that only its user can open.
      if (photo === null || user !== owner) return { kind: "later" };
      const result = await deps.send(entry, photo);
      return "problem" in result ? { kind: "problem", ...result } : { kind: "arrived", ...result };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  async function begin(user: string): Promise<void> {
    // At the next start those are deleted that cannot be deleted now.
    if (await storedEntries.read(user)) await storedEntries.removeOrphans(user).catch(() => {});
    await flush();
  }

  return {
    state,
    start(userName, unlocked = Promise.resolve()) {
      owner = userName;
      state.set(EMPTY);
      void unlocked.then(() => begin(userName));
      return () => {
        owner = "";
        clearTimeout(timer);
        state.set(EMPTY);
      };
    },
    async add(subject, record, photo) {
      const user = owner;
      const entry: OutboxEntry = {
        ...record,
        confirmed: false,
        ...subject,
        key: deps.newKey(),
        madeAt: deps.now(),
        skewMs: deps.clockSkewMs(),
        attempts: 0,
        problem: null,
        ...(photo ? { photoBytes: photo.length } : {}),
      };
      if (!(await storedEntries.add(user, entry, photo))) return null;
      deps.onStored?.();
      schedule(undoWindow(record));
      return entry.key;
    },
    async discard(key) {
      if (state.get().sending === key) return false;
      return storedEntries.remove(owner, key);
    },
    async confirm(key) {
      const problem = state.get().entries.find((entry) => entry.key === key)?.problem;
      const current = problem?.kind === "refused" ? problem.current : undefined;
      const seen = current ? { seenAt: current.updatedAt } : {};
      await storedEntries.edit(owner, key, { problem: null, confirmed: true, ...seen });
      await flush();
    },
    wake: () => void flush(),
    reconnected() {
      giveUp();
      return flush();
    },
  };
}
