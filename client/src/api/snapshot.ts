import { LOCAL_STORAGE_BYTES } from "@lamina/shared/core/limits";
import { createAsyncStoragePersister } from "@tanstack/query-async-storage-persister";
import { dehydrate, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSubscribe,
} from "@tanstack/react-query-persist-client";
import { now } from "../platform/clock.ts";
import { byteLength, database, MESSAGES_BYTES, OUTBOX_BYTES } from "../platform/database.ts";
import { SNAPSHOT_MAX_AGE_MS } from "./query-client.ts";

const SNAPSHOT_KEY = "snapshot";
const OWNER_KEY = "snapshot-owner";
/** Increased when the shape of the stored data changes. */
const SNAPSHOT_VERSION = "1";
/** The storage that records and messages do not use. */
const SNAPSHOT_BYTES = LOCAL_STORAGE_BYTES - OUTBOX_BYTES - MESSAGES_BYTES;
/** Shortest time between two writes. */
const SNAPSHOT_THROTTLE_MS = 1_000;

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
  const previous = await database.get<string>(OWNER_KEY);
  const owner: SnapshotOwner = previous === undefined ? "none" : previous === userName ? "same" : "other";
  if (owner !== "same") {
    queryClient.clear();
    await database.remove(SNAPSHOT_KEY);
    await database.set(OWNER_KEY, userName);
  }
  const options = {
    queryClient,
    persister: createAsyncStoragePersister({
      key: SNAPSHOT_KEY,
      throttleTime: SNAPSHOT_THROTTLE_MS,
      serialize: (snapshot) => serializeWithin(SNAPSHOT_BYTES, snapshot, onLeftOut),
      storage: {
        getItem: async (key) => (await database.get<string>(key)) ?? null,
        setItem: (key, value) => database.set(key, value),
        removeItem: (key) => database.remove(key),
      },
    }),
    maxAge: SNAPSHOT_MAX_AGE_MS,
    buster: `${SNAPSHOT_VERSION}:${userName}`,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      // Data whose refetch failed stay in the snapshot. Without a connection every refetch fails.
      shouldDehydrateQuery: ({ state, meta }: Pick<Query, "state" | "meta">) =>
        state.data !== undefined && meta?.memoryOnly !== true,
    },
  };
  stop?.();
  await persistQueryClientRestore(options);
  stop = persistQueryClientSubscribe(options);
  save = () => {
    const clientState = dehydrate(queryClient, options.dehydrateOptions);
    const snapshot = { buster: options.buster, timestamp: now(), clientState };
    return database.set(SNAPSHOT_KEY, serializeWithin(SNAPSHOT_BYTES, snapshot, onLeftOut));
  };
  return owner;
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
  snapshot: PersistedClient,
  onLeftOut: (keys: QueryKey[]) => void = () => {},
): string {
  const { queries, ...state } = snapshot.clientState;
  const stored = queries.map(withoutFailure);
  const newest = [...stored].sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const ordered = [
    ...stored.filter(({ meta }) => meta?.field === true),
    ...stored.filter(({ meta }) => meta?.field === "later"),
    ...newest.filter(({ meta }) => !meta?.field),
  ];
  let free = bytes - byteLength({ ...snapshot, clientState: { ...state, queries: [] } });
  const leftOut: QueryKey[] = [];
  const kept = ordered.filter((query) => {
    const size = byteLength(query) + 1;
    const fits = size <= free;
    if (fits) free -= size;
    else leftOut.push(query.queryKey);
    return fits;
  });
  onLeftOut(leftOut);
  return JSON.stringify({ ...snapshot, clientState: { ...state, queries: kept } });
}

/**
 * A stored answer without its failure, marked as invalid: it is fetched again when it is shown. This includes new
 * answers, because they may lack changes made just before the page closed.
 */
function withoutFailure<Kept extends PersistedClient["clientState"]["queries"][number]>(query: Kept): Kept {
  return {
    ...query,
    state: { ...query.state, status: "success", error: null, fetchFailureReason: null, isInvalidated: true },
  };
}
