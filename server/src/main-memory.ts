import { executionAsyncResource } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Retained entries of Node's tick queue. */
const ticks: object[] = [];

/**
 * Sets V8's limits for a proxy's memory (docs/performance.md). Bodies are outside its heap, and by default every 64 MB
 * of them cause a full garbage collection. With the first flag they count as a part of the heap that may grow with the
 * rest.
 */
export async function tuneCollector(): Promise<void> {
  setFlagsFromString("--external-memory-accounted-in-global-limit");
  // An idle process sets its limit close to its live objects, so that the next burst begins with two full collections.
  setFlagsFromString("--heap-growing-percent=100");
  // Few new objects survive, and on a container's single processor V8's threads only wait for each other.
  setFlagsFromString("--no-parallel-scavenge");
  await keepTick();
}

/**
 * Retains one entry of the tick queue. A collection while the queue is empty frees the hidden class of its entries,
 * which makes each later `process.nextTick` several times slower.
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
 * Releases the memory of the start, once and before there are many clients, because it pauses the process. V8 grows its
 * space for new objects while the program loads, and an idle process never collects; only the last-resort collection
 * shrinks it.
 */
export function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
