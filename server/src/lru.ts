/**
 * Options of an `LRUCache` of at most `entries` entries whose memory grows with its content. With `max`, lru-cache
 * preallocates arrays for all entries.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
