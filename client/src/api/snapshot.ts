import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import { hydrate, type QueryCacheNotifyEvent, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { now } from "../platform/clock.ts";
import { idle, visible } from "../platform/idle.ts";
import {
  byteLength,
  database,
  forgiving,
  MESSAGES_BYTES,
  OUTBOX_BYTES,
  strictDatabase,
} from "../platform/store/database.ts";
import { isStoreSilent, onStoreChange } from "../platform/store/device-store.ts";
import { assemble, partsOf, textsOf, writeText } from "../platform/store/texts.ts";
import { SNAPSHOT_MAX_AGE_MS } from "./query-client.ts";
import { ANSWERS, prepareTexts, queryTexts, type StoredQuery, textsWithin } from "./snapshot-texts.ts";

/** Begins all keys of the snapshot. */
const SNAPSHOT_KEY = "snapshot";
const OWNER_KEY = "snapshot-owner";
/** Increased when the shape of the stored data changes. */
const SNAPSHOT_VERSION = "3";
/** Maximum written when the page is left. More would delay the next page in WebKit. */
const LEAVE_BYTES = 8_192;
/** The storage that records and messages do not use. */
const SNAPSHOT_BYTES = LOCAL_STORAGE_BYTES - OUTBOX_BYTES - MESSAGES_BYTES - LEAVE_BYTES;
/** Time from an answer to its write, for all answers that come in it: the page on the screen needs its first seconds. */
const WRITE_AFTER_MS = 5_000;

/** Stored beside the answers, as JSON. */
interface Head {
  timestamp: number;
  /** The shape of the stored data, and their owner. */
  buster: string;
  /** The names of the queries needed without a connection, in the order of their first request. */
  order: readonly string[];
}

/** The owner of the snapshot that was found on this device. */
type SnapshotOwner = "same" | "none" | "other";

/** The user whose answers the cache has. */
let cached: string | undefined;
/** The snapshot of this page. Another one, or the end of the session, ends it. */
let current: { stop(): void; save(): Promise<boolean> } | undefined;

/**
 * Restores the data that this user last saw on this device, and keeps the snapshot up to date from now on, within
 * `LOCAL_STORAGE_BYTES`. `onLeftOut` receives the keys that did not fit, after each write. Erases another user's
 * snapshot first. A store that does not answer counts as empty, and is restored from when it answers. The snapshot never
 * holds tokens, because they are not query data.
 */
export async function openSnapshot(
  queryClient: QueryClient,
  userName: string,
  onLeftOut?: (keys: QueryKey[]) => void,
): Promise<SnapshotOwner> {
  current?.stop();
  if (cached !== userName) queryClient.clear();
  cached = userName;
  const snapshot = keepSnapshot(queryClient, userName, onLeftOut);
  current = snapshot;
  return snapshot.restore();
}

/** Writes all data received so far to the device. False when the device did not take them. */
export function snapshotWritten(): Promise<boolean> {
  return current?.save() ?? Promise.resolve(false);
}

/** Stops the snapshot, and erases it with the name of its owner. */
export async function eraseSnapshot(): Promise<void> {
  current?.stop();
  current = undefined;
  cached = undefined;
  await forgiving(() => strictDatabase.removeRange(SNAPSHOT_KEY));
}

function keepSnapshot(queryClient: QueryClient, userName: string, onLeftOut?: (keys: QueryKey[]) => void) {
  const buster = `${SNAPSHOT_VERSION}:${userName}`;
  let stopped = false;
  /** Whether the store has answered. */
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  /** Versions of the answers on the device, by name. */
  let versions = new Map<string, number>();
  /** Whether an answer came after the last write. */
  let isBehind = false;

  const schedule = () => {
    isBehind = true;
    timer ??= setTimeout(() => void save(), WRITE_AFTER_MS);
  };

  const headOf = (texts: ReturnType<typeof queryTexts>): [key: string, value: string][] => {
    const order = texts.filter(({ field }) => field === true).map(({ name }) => name);
    return [
      [SNAPSHOT_KEY, JSON.stringify({ buster, timestamp: now(), order } satisfies Head)],
      [OWNER_KEY, userName],
    ];
  };

  async function restore(): Promise<SnapshotOwner> {
    const rows = await forgiving(() => strictDatabase.range(SNAPSHOT_KEY));
    if (stopped || rows === undefined) return "none";
    isOpen = true;
    const values = new Map(rows);
    const owner = values.get(OWNER_KEY);
    const head = readHead(values.get(SNAPSHOT_KEY));
    if (owner === userName && head?.buster === buster && now() - head.timestamp <= SNAPSHOT_MAX_AGE_MS) {
      const texts = assemble(rows);
      versions = new Map(texts.map(({ name, version }) => [name, version]));
      const places = new Map(head.order.map((name, index) => [name, index]));
      const placeOf = ({ name }: { name: string }) => places.get(name) ?? places.size;
      const queries = texts.sort((one, other) => placeOf(one) - placeOf(other)).flatMap(({ text }) => readQuery(text));
      hydrate(queryClient, { mutations: [], queries });
    } else {
      // The page does not wait for it. A later request to the store is answered after it.
      if (rows.length > 0) void forgiving(() => strictDatabase.removeRange(SNAPSHOT_KEY));
      void database.set(OWNER_KEY, userName);
    }
    return owner === undefined ? "none" : owner === userName ? "same" : "other";
  }

  /** Waits for a good moment: no part is written while the page is hidden, because it may be on its way out. */
  async function goesOn(): Promise<boolean> {
    await idle();
    await visible();
    return !stopped;
  }

  function save(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    const written = writing.then(write).catch(() => {
      // The device refuses it, or does not answer: it is written after the next answer.
      isBehind = true;
      return false;
    });
    writing = written;
    return written;
  }

  /** Replaces what differs on the device, one part at a time. */
  async function write(): Promise<boolean> {
    if (!isOpen) await restore();
    await prepareTexts(queryClient);
    if (!(await goesOn())) return false;
    isBehind = false;
    const chosen = textsWithin(SNAPSHOT_BYTES, queryTexts(queryClient), onLeftOut);
    const storedTexts = textsOf(await strictDatabase.namesOf(ANSWERS));
    await strictDatabase.setAll(headOf(chosen));
    const wantedVersions = new Map(chosen.map((text) => [text.name, text.version]));
    const isWanted = ({ name, version, isWhole }: (typeof storedTexts)[number]) =>
      isWhole && wantedVersions.get(name) === version;
    versions = new Map(storedTexts.filter(isWanted).map(({ name, version }) => [name, version]));
    const older = storedTexts.filter((text) => !isWanted(text));
    let used = storedTexts.reduce((sum, { size }) => sum + size, 0);
    const remove = async (text: (typeof storedTexts)[number]) => {
      await strictDatabase.removeAll(text.keys);
      older.splice(older.indexOf(text), 1);
      used -= text.size;
    };

    for (const text of older.filter(({ name, isWhole }) => !isWhole || !wantedVersions.has(name))) await remove(text);
    for (const text of chosen.filter(({ name }) => !versions.has(name))) {
      // The version before stays until the new one is whole, unless the device has no room for both.
      for (const last of [...older].reverse()) if (used + text.size > SNAPSHOT_BYTES) await remove(last);
      if (!(await writeText(text, goesOn))) return false;
      used += text.size;
      versions.set(text.name, text.version);
      for (const last of older.filter(({ name }) => name === text.name)) await remove(last);
    }
    for (const text of [...older]) await remove(text);
    return true;
  }

  /** The last chance of a page that is left or put aside: the answers that are small. */
  function leave(): void {
    if (document.visibilityState !== "hidden" || !isBehind || isStoreSilent()) return;
    const chosen = textsWithin(SNAPSHOT_BYTES, queryTexts(queryClient));
    const head = headOf(chosen);
    const news = chosen.filter(({ name, version }) => versions.get(name) !== version);
    const small = textsWithin(LEAVE_BYTES - byteLength(head), news);
    if (small.length > 0) void forgiving(() => strictDatabase.setAll([...head, ...small.flatMap(partsOf)]));
  }

  const listenAgain = () => {
    if (!isStoreSilent()) void save();
  };
  const stops = [
    queryClient.getQueryCache().subscribe((event) => changesSnapshot(event) && schedule()),
    onStoreChange(listenAgain),
    () => document.removeEventListener("visibilitychange", leave),
    () => clearTimeout(timer),
  ];
  document.addEventListener("visibilitychange", leave);
  return {
    restore,
    save,
    stop() {
      stopped = true;
      for (const stop of stops) stop();
    },
  };
}

function readHead(text: unknown): Head | undefined {
  try {
    return JSON.parse(String(text)) as Head;
  } catch {
    // There is none.
    return undefined;
  }
}

/** A stored answer; none when it is damaged. */
function readQuery(text: string): StoredQuery[] {
  try {
    return [JSON.parse(text) as StoredQuery];
  } catch {
    // Changed by others: it is fetched again.
    return [];
  }
}

/**
 * Whether the snapshot is to be written: an answer came, or one is gone. What comes every second, such as the positions
 * of a fleet's machines, is stored with the next other answer.
 */
function changesSnapshot(event: QueryCacheNotifyEvent): boolean {
  const { memoryOnly = false, passing = false } = event.query.meta ?? {};
  if (memoryOnly || passing) return false;
  return event.type === "removed" || (event.type === "updated" && event.action.type === "success");
}
