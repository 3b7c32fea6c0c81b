import { WRONG_CLOCK_MS } from "../../platform/clock.ts";
import { byteLength } from "../../platform/database.ts";
import { createStore, type Store } from "../store.ts";
import type { DeliveredEntry, FieldRecord, OutboxEntry, PossibleDuplicate, SendResult } from "./entry.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

/** A new record is held back this long before it is sent, so that it can be taken back without a trace. */
export const UNDO_WINDOW_MS = 6_000;
/** Pause between two attempts to reach the API. */
export const RETRY_MS = 30_000;

export interface OutboxState {
  /** Oldest first. */
  entries: readonly OutboxEntry[];
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
   * Stores a record and sends it after `UNDO_WINDOW_MS`, an act on an alert at once. @param photo a JPEG in base64 @returns its key, or null when
   * the device has no room for it
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
  /** Tries to send at once, for example when the connection is back. */
  wake(): void;
}

export interface OutboxDeps {
  archive: {
    get<T>(key: string): Promise<T | undefined>;
    set(key: string, value: unknown): Promise<void>;
    remove(key: string): Promise<void>;
    /** The names of all that is stored. */
    names(): Promise<readonly string[]>;
  };
  /** How many bytes of UTF-8 a user's entries may take, and how many their photos. */
  maxBytes: number;
  maxPhotoBytes: number;
  withLock<T>(name: string, task: () => Promise<T>): Promise<T>;
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
  onSent?(delivered: readonly DeliveredEntry[]): void;
}

/** Sent entries that are listed. */
const LISTED_DELIVERIES = 20;

/** New entries for the stored ones, or null to change nothing. */
type Edit = (entries: readonly OutboxEntry[]) => readonly OutboxEntry[] | null | Promise<readonly OutboxEntry[] | null>;

const listName = (user: string) => `outbox:${user}`;
/** Between the name of a user's list and the key of an entry with a photo. A user name has no control characters. */
export const PHOTO = "\n";

const EMPTY: OutboxState = { entries: [], sending: null, delivered: [] };

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
  let lastChange: Promise<unknown> = Promise.resolve();

  const show = (change: Partial<OutboxState>) => state.set({ ...state.get(), ...change });

  /**
   * Reads, changes and writes a user's entries, exclusively among all tabs. An edit that returns null changes nothing.
   */
  function change(user: string, edit: Edit): Promise<boolean> {
    const key = listName(user);
    // In a browser without locks, at least the changes of this page run one after the other.
    const turn = lastChange.then(() => alone(user, key, edit));
    lastChange = turn.catch(() => {});
    return turn;
  }

  function alone(user: string, key: string, edit: Edit): Promise<boolean> {
    return deps.withLock(`${key}:store`, async () => {
      const stored = (await deps.archive.get<readonly OutboxEntry[]>(key)) ?? [];
      const entries = await edit(stored);
      if (entries === null) return false;
      if (entries !== stored) await deps.archive.set(key, entries);
      if (user === owner) show({ entries });
      return true;
    });
  }

  const photoName = (user: string, key: string) => `${listName(user)}${PHOTO}${key}`;
  const forgetPhoto = (user: string, key: string) => deps.archive.remove(photoName(user, key)).catch(() => {});
  const photoOf = (user: string, { key, photoBytes }: OutboxEntry) =>
    photoBytes ? deps.archive.get<string>(photoName(user, key)) : Promise.resolve(undefined);

  const reload = (user: string) => change(user, (entries) => entries);
  /** Deletes photos without an entry, of a page that ended between the storing of the two, or of the two deletions. */
  const reloadWithoutOrphans = (user: string) =>
    change(user, async (entries) => {
      const named = new Set(entries.map(({ key }) => photoName(user, key)));
      const photos = (await deps.archive.names()).filter((name) => name.startsWith(photoName(user, "")));
      await Promise.all(photos.filter((name) => !named.has(name)).map(deps.archive.remove));
      return entries;
    });
  const edit = (user: string, key: string, fields: Partial<OutboxEntry>) =>
    change(user, (entries) =>
      entries.map((entry) => (entry.key === key ? ({ ...entry, ...fields } as OutboxEntry) : entry)),
    );
  const drop = (user: string, key: string) => change(user, (entries) => entries.filter((entry) => entry.key !== key));

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
    if (user === "" || user === flushing || !deps.isOnline()) return;
    flushing = user;
    try {
      await deps.withLock(`outbox:${user}:send`, () => sendAll(user));
    } catch {
      // The entries cannot be decrypted yet, because their key has not arrived.
      if (user === owner) schedule(RETRY_MS);
    } finally {
      if (flushing === user) flushing = "";
    }
  }

  async function sendAll(user: string): Promise<void> {
    // Another tab may have sent or added entries in the meantime.
    await reload(user);
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
    } finally {
      const sent = state.get().delivered.filter((one) => !before.includes(one));
      if (user === owner && sent.length > 0) deps.onSent?.(sent);
    }
  }

  /** Sends one entry. @returns null when the next one may follow, or the pause in ms before the next attempt */
  async function deliver(user: string, entry: OutboxEntry): Promise<number | null> {
    const outcome = await attempt(user, entry);
    if (outcome.kind === "later") return outcome.afterMs ?? RETRY_MS;
    if (outcome.kind === "problem") await edit(user, entry.key, { problem: outcome.problem });
    else {
      if (user === owner) await deps.onDelivered(entry);
      await drop(user, entry.key);
      if (entry.photoBytes) await forgetPhoto(user, entry.key);
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
      await edit(user, entry.key, { attempts: entry.attempts + 1 });
      const photo = await photoOf(user, entry);
      // A record must not be sent with another user's token, nor without the photo that only its user can open.
      if (user !== owner) return { kind: "later" };
      const result = await deps.send(entry, photo);
      return "problem" in result ? { kind: "problem", ...result } : { kind: "arrived", ...result };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  return {
    state,
    start(userName, unlocked = Promise.resolve()) {
      owner = userName;
      state.set(EMPTY);
      void unlocked.then(() => reloadWithoutOrphans(userName)).then(flush, () => schedule(RETRY_MS));
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
      const added = await change(user, async (entries) => {
        const all = [...entries, entry];
        if (byteLength(all) > deps.maxBytes || bytesOfPhotos(all) > deps.maxPhotoBytes) return null;
        // Before the entry, which would otherwise be sent without it. A full device stores nothing and reports nothing.
        if (photo) {
          await deps.archive.set(photoName(user, entry.key), photo);
          if ((await photoOf(user, entry)) === undefined) return null;
        }
        return all;
      }).catch(() => false);
      if (!added) {
        if (photo) await forgetPhoto(user, entry.key);
        return null;
      }
      schedule(undoWindow(record));
      return entry.key;
    },
    async discard(key) {
      if (state.get().sending === key) return false;
      let isKept = false;
      // The list on the screen may be out of date, because another tab may have sent the entry.
      await change(owner, (entries) => {
        isKept = entries.some((entry) => entry.key === key);
        return entries.filter((entry) => entry.key !== key);
      });
      await forgetPhoto(owner, key);
      return isKept;
    },
    async confirm(key) {
      await edit(owner, key, { problem: null, confirmed: true });
      await flush();
    },
    wake: () => void flush(),
  };
}

const bytesOfPhotos = (entries: readonly OutboxEntry[]) =>
  entries.reduce((sum, { photoBytes = 0 }) => sum + photoBytes, 0);
