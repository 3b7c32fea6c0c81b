/** Where the browser does not say when it is idle (Safari). */
const PAUSE_MS = 20;
const LONGEST_MS = 500;

/** Resolves when the page on the screen has nothing else to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_MS });
    else setTimeout(resolve, PAUSE_MS);
  });
}

/** Resolves when the page is on the screen: at once, unless it is hidden. */
export function visible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    look();
  });
}
