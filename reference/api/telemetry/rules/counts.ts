import type { TelemetryReply } from "@lamina/shared/records/readings";

/** Counts of received readings; a pivot's state counts as one: `received = stored + duplicate + rejected`. */
export interface IngestCounts {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  garbage: number;
}

export const noCounts = (): IngestCounts => ({ received: 0, stored: 0, duplicate: 0, rejected: 0, garbage: 0 });

/** Adds the counts of replies. */
export function count(counts: IngestCounts, replies: readonly TelemetryReply[]): void {
  for (const { accepted, duplicate, rejected } of replies) {
    counts.stored += accepted;
    counts.duplicate += duplicate;
    counts.rejected += rejected.length;
    counts.received += accepted + duplicate + rejected.length;
  }
}

/** Splits a list into parts of limited total size; an item above the limit is a part by itself. */
export function* inParts<Item>(items: readonly Item[], limit: number, sizeOf: (item: Item) => number) {
  let part: Item[] = [];
  let size = 0;
  for (const item of items) {
    if (part.length > 0 && size + sizeOf(item) > limit) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(item);
    size += sizeOf(item);
  }
  if (part.length > 0) yield part;
}
