import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back the memory of the start, before there are clients that its pause of some 30 ms could delay. V8 grows its
 * space for new objects to 16 MB while the program loads, and an idle process never collects; only the collection of the
 * last resort shrinks it.
 */
export function releaseStartMemory(): void {
  setFlagsFromString("--expose-gc");
  const collect: NodeJS.GCFunction = runInNewContext("gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}
