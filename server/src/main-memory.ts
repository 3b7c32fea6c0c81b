import { executionAsyncResource } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Entries of Node's tick queue that are kept for as long as the process runs. */
const ticks: object[] = [];

/**
 * Sets V8's limits for a proxy's memory (docs/performance.md). Bodies are outside its heap: by default each 64 MB of
 * them cause a collection of everything, seven a second at misses of 200 KB. With the first flag they count as a part of
 * the heap that may grow with the rest.
 */
export async function tuneCollector(): Promise<void> {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  // A quiet process sets its limit close to what is alive, so that the next burst begins with two collections of everything.
  setFlagsFromString("--heap-growing-percent=100");
  // Few new objects survive, and on the one processor of a container V8's threads only wait for each other.
  setFlagsFromString("--no-parallel-scavenge");
  await keepTick();
}

/**
 * Keeps one entry of the tick queue. A collection while the queue is empty frees the hidden class of its entries, and
 * after that each `process.nextTick` costs 7 µs instead of 1: a seventh of a hit.
 */
function keepTick(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      ticks.push(executionAsyncResource());
      resolve();
    });
  });
}

/**
 * Gives back the memory of the start, once and before there are many clients, because it pauses for some 60 ms. V8 grows its
 * space for new objects to 16 MB while the program loads, and an idle process never collects; only the collection of the
 * last resort shrinks it.
 */
export function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
