import type { TelemetryReply } from "@lamina/shared/records/telemetry";

/** What became of readings, a pivot's state counting as one: `received = stored + duplicate + rejected`. */
export interface IngestCounts {
  received: number;
  stored: number;
  duplicate: number;
  rejected: number;
  /** Messages that could not be read at all. */
  garbage: number;
}

export const noCounts = (): IngestCounts => ({ received: 0, stored: 0, duplicate: 0, rejected: 0, garbage: 0 });

/** Adds what replies tell. */
export function count(counts: IngestCounts, replies: readonly TelemetryReply[]): void {
  for (const { accepted, duplicate, rejected } of replies) {
    counts.stored += accepted;
    counts.duplicate += duplicate;
    counts.rejected += rejected.length;
    counts.received += accepted + duplicate + rejected.length;
  }
}

/** Cuts a list where the sizes of a part's items exceed a limit; an item that is larger by itself is a part. */
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
