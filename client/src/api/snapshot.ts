import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { now } from "../platform/clock.ts";
import { database, MESSAGES_BYTES, OUTBOX_BYTES, utf8Length } from "../platform/database.ts";
import { SNAPSHOT_MAX_AGE_MS } from "./query-client.ts";

const SNAPSHOT_KEY = "snapshot";
const OWNER_KEY = "snapshot-owner";
/** Increased when the shape of the stored data changes. */
const SNAPSHOT_VERSION = "1";
/** The storage that records and messages do not use. */
const SNAPSHOT_BYTES = LOCAL_STORAGE_BYTES - OUTBOX_BYTES - MESSAGES_BYTES;
/**
 * Time from an answer to its write, for all answers that come in it. A write copies up to megabytes on the main thread,
 * which the page on the screen needs more in its first seconds.
 */
const WRITE_AFTER_MS = 5_000;

/** What is stored, as JSON. */
interface Snapshot {
  timestamp: number;
  /** The shape of the stored data, and their owner. */
  buster: string;
  clientState: DehydratedState;
}

const STORED = {
  shouldDehydrateMutation: () => false,
  // Data whose refetch failed stay in the snapshot. Without a connection every refetch fails.
  shouldDehydrateQuery: ({ state, meta }: Pick<Query, "state" | "meta">) =>
    state.data !== undefined && meta?.memoryOnly !== true,
};

/** The owner of the snapshot that was found on this device. */
type SnapshotOwner = "same" | "none" | "other";

/**
 * Restores the data that this user last saw on this device, and keeps the snapshot up to date from now on, within
 * `LOCAL_STORAGE_BYTES`. `onLeftOut` receives the keys that did not fit, after each write. Erases another user's
 * snapshot first. The snapshot never holds tokens, because they are not query data.
 */
export async function openSnapshot(
  queryClient: QueryClient,
  userName: string,
  onLeftOut?: (keys: QueryKey[]) => void,
): Promise<SnapshotOwner> {
  stop?.();
  const previous = await database.get<string>(OWNER_KEY);
  const owner: SnapshotOwner = previous === undefined ? "none" : previous === userName ? "same" : "other";
  if (owner !== "same") {
    queryClient.clear();
    await database.remove(SNAPSHOT_KEY);
    await database.set(OWNER_KEY, userName);
  }
  const buster = `${SNAPSHOT_VERSION}:${userName}`;
  await restore(queryClient, buster);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const snapshot = { buster, timestamp: now(), clientState: dehydrate(queryClient, STORED) };
    await database.set(SNAPSHOT_KEY, serializeWithin(SNAPSHOT_BYTES, snapshot, onLeftOut));
  };
  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (changesSnapshot(event)) timer ??= setTimeout(write, WRITE_AFTER_MS);
  });
  // The last chance of a page that is left or put aside.
  const leave = () => {
    if (document.visibilityState === "hidden" && timer !== undefined) void write();
  };
  document.addEventListener("visibilitychange", leave);
  stop = () => {
    clearTimeout(timer);
    unsubscribe();
    document.removeEventListener("visibilitychange", leave);
  };
  save = write;
  return owner;
}

/** Puts the stored answers into the cache. A snapshot that is too old, of another shape or damaged is removed. */
async function restore(queryClient: QueryClient, buster: string): Promise<void> {
  const text = await database.get<string>(SNAPSHOT_KEY);
  if (text === undefined) return;
  try {
    const stored = JSON.parse(text) as Snapshot;
    if (stored.buster === buster && now() - stored.timestamp <= SNAPSHOT_MAX_AGE_MS)
      return hydrate(queryClient, stored.clientState);
  } catch {
    // Cut off by a device that was switched off during the write.
  }
  await database.remove(SNAPSHOT_KEY);
}

/**
 * Whether the snapshot is to be written: an answer came, or one is gone. What comes every second, such as the positions
 * of a fleet's machines, is stored with the next other answer, because each write copies megabytes.
 */
function changesSnapshot(event: QueryCacheNotifyEvent): boolean {
  const { memoryOnly = false, passing = false } = event.query.meta ?? {};
  if (memoryOnly || passing) return false;
  return event.type === "removed" || (event.type === "updated" && event.action.type === "success");
}

let stop: (() => void) | undefined;
let save: (() => Promise<void>) | undefined;

/** Writes all data received so far to the device at once. */
export function snapshotWritten(): Promise<void> {
  return save?.() ?? Promise.resolve();
}

/** Stops the snapshot, and erases it with the name of its owner. */
export async function eraseSnapshot(): Promise<void> {
  stop?.();
  stop = undefined;
  save = undefined;
  await database.remove(SNAPSHOT_KEY);
  await database.remove(OWNER_KEY);
}

/**
 * JSON of a snapshot in at most `bytes` of UTF-8. What is needed without a connection (`meta.field`) comes first, in the
 * order of its first request: the board before the map; then the details of it (`meta.field` "later"); then all other
 * queries, the ones that were updated longest ago last. `onLeftOut` receives the keys of what does not fit.
 */
export function serializeWithin(
  bytes: number,
  snapshot: Snapshot,
  onLeftOut: (keys: QueryKey[]) => void = () => {},
): string {
  const { clientState, ...rest } = snapshot;
  const { queries, ...state } = clientState;
  const assemble = (texts: readonly string[]) =>
    `${openJson(rest)},"clientState":${openJson(state)},"queries":[${texts.join()}]}}`;
  const newest = [...queries].sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const ordered = [
    ...queries.filter(({ meta }) => meta?.field === true),
    ...queries.filter(({ meta }) => meta?.field === "later"),
    ...newest.filter(({ meta }) => !meta?.field),
  ];
  let free = bytes - utf8Length(assemble([]));
  const leftOut: QueryKey[] = [];
  const texts: string[] = [];
  for (const query of ordered) {
    const { json, size } = textOf(query);
    if (size > free) leftOut.push(query.queryKey);
    else {
      free -= size;
      texts.push(json);
    }
  }
  onLeftOut(leftOut);
  return assemble(texts);
}

/** JSON of an object with fields, without its last brace. */
const openJson = (value: object) => JSON.stringify(value).slice(0, -1);

type StoredQuery = DehydratedState["queries"][number];

interface QueryText {
  hash: string;
  updatedAt: number;
  json: string;
  /** In bytes, with the comma after it. */
  size: number;
}

/** The JSON of answers, by their data: a snapshot is written after each answer, and most answers are as before. */
const written = new WeakMap<object, QueryText>();

function textOf(query: StoredQuery): QueryText {
  const { data, dataUpdatedAt: updatedAt } = query.state;
  const isKey = typeof data === "object" && data !== null;
  const known = isKey ? written.get(data) : undefined;
  if (known?.hash === query.queryHash && known.updatedAt === updatedAt) return known;
  const json = JSON.stringify(withoutFailure(query));
  const text = { hash: query.queryHash, updatedAt, json, size: utf8Length(json) + 1 };
  if (isKey) written.set(data, text);
  return text;
}

/**
 * A stored answer without its failure, marked as invalid: it is fetched again when it is shown. This includes new
 * answers, because they may lack changes made just before the page closed.
 */
function withoutFailure(query: StoredQuery): StoredQuery {
  return {
    ...query,
    state: { ...query.state, status: "success", error: null, fetchFailureReason: null, isInvalidated: true },
  };
}
