import { type DehydratedState, dehydrate, type Query, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { idle } from "../platform/idle.ts";
import { type NamedText, sizeOf } from "../platform/store/texts.ts";

/** Before the names of stored answers. */
export const ANSWERS = "snapshot/";

export type StoredQuery = DehydratedState["queries"][number];

/** An answer as it is stored. Its version is the moment of the answer. */
interface QueryText extends NamedText {
  queryKey: QueryKey;
  /** Whether it is needed without a connection (`meta.field`), or the details of such. */
  field: true | "later" | undefined;
}

const STORED = {
  shouldDehydrateMutation: () => false,
  // Data whose refetch failed stay in the snapshot. Without a connection every refetch fails.
  shouldDehydrateQuery: ({ state, meta }: Pick<Query, "state" | "meta">) =>
    state.data !== undefined && meta?.memoryOnly !== true,
};

export function queryTexts(queryClient: QueryClient): QueryText[] {
  return dehydrate(queryClient, STORED).queries.map(textOf);
}

/** Makes the texts of new answers, each at an idle moment, because that of a large one takes long. */
export async function prepareTexts(queryClient: QueryClient): Promise<void> {
  for (const query of dehydrate(queryClient, STORED).queries) {
    if (cachedText(query)) continue;
    await idle();
    textOf(query);
  }
}

/**
 * The texts that fit into `bytes`. Those that are needed without a connection come first, in the order of their first
 * request: the board before the map; then the details of it; then all other answers, the ones that were updated longest
 * ago last. `onLeftOut` receives the keys of the others.
 */
export function textsWithin(
  bytes: number,
  texts: readonly QueryText[],
  onLeftOut: (keys: QueryKey[]) => void = () => {},
): QueryText[] {
  const newest = [...texts].sort((one, other) => other.version - one.version);
  const ordered = [
    ...texts.filter(({ field }) => field === true),
    ...texts.filter(({ field }) => field === "later"),
    ...newest.filter(({ field }) => field === undefined),
  ];
  let free = bytes;
  const leftOut: QueryKey[] = [];
  const fitting = ordered.filter(({ size, queryKey }) => {
    const fits = size <= free;
    if (fits) free -= size;
    else leftOut.push(queryKey);
    return fits;
  });
  onLeftOut(leftOut);
  return fitting;
}

/** The texts of answers, cached by their data, because most answers are unchanged. */
const textsByData = new WeakMap<object, QueryText>();

const nameOf = ({ queryHash }: StoredQuery) => `${ANSWERS}${queryHash}`;

function cachedText(query: StoredQuery): QueryText | undefined {
  const { data, dataUpdatedAt } = query.state;
  const text = typeof data === "object" && data !== null ? textsByData.get(data) : undefined;
  return text?.name === nameOf(query) && text.version === dataUpdatedAt ? text : undefined;
}

function textOf(query: StoredQuery): QueryText {
  const before = cachedText(query);
  if (before) return before;
  const { data, dataUpdatedAt: version } = query.state;
  const name = nameOf(query);
  const json = JSON.stringify(withoutFailure(query));
  const field = query.meta?.field || undefined;
  const text = { name, version, text: json, size: sizeOf(name, json), queryKey: query.queryKey, field };
  if (typeof data === "object" && data !== null) textsByData.set(data, text);
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
