/** Number of slots: 512 KiB of counters, and few callers share one. */
export const CALLER_SLOTS = 65_536;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The slot of a caller (FNV-1a). Invalidations are recorded by slot and not by caller, because invented callers would
 * evict others or need unbounded memory. Callers of one slot are invalidated together, which costs them a fetch.
 */
export function callerSlot(caller: string): number {
  let hash = FNV_OFFSET;
  for (let index = 0; index < caller.length; index++) hash = Math.imul(hash ^ caller.charCodeAt(index), FNV_PRIME);
  return (hash >>> 0) % CALLER_SLOTS;
}
