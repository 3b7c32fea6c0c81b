/**
 * Options of an `LRUCache` of at most `entries` entries whose memory grows with its content. With `max`, lru-cache
 * reserves arrays for all of them at once: 9 MB of an idle BFF.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
