import type { Page, Route } from "playwright-core";

/** Answers of the BFF that are kept back from now on. */
export interface Held {
  /** Lets through what waits, in the order in which it was asked for, and all that follows. */
  release(): Promise<void>;
}

/** Keeps back the answers to the calls whose path begins with one of some names, such as `Chart/`. */
export async function holdAnswers(page: Page, names: readonly string[]): Promise<Held> {
  const waiting: Route[] = [];
  const isHeld = ({ pathname }: URL) => names.some((name) => pathname.startsWith(`/api/${name}`));
  const hold = (route: Route) => {
    waiting.push(route);
  };
  await page.route(isHeld, hold);
  return {
    async release() {
      await page.unroute(isHeld, hold);
      // A call that the page has given up meanwhile cannot go on.
      for (const route of waiting) await route.continue().catch(() => undefined);
    },
  };
}
