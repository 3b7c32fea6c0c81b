import type { Page, Route } from "playwright-core";

/** Response bodies by the beginning of the call's path, such as `Map/`. */
export type Bodies = Readonly<Record<string, unknown>>;

/** Steers the BFF's answers to some calls. Each function also applies to calls that are held back. */
export interface Answers {
  /** Holds the calls back. */
  hold(): Promise<void>;
  /** Answers with an error in the format of the BFF. */
  fail(): Promise<void>;
  give(bodies: Bodies): Promise<void>;
  /** Passes the calls on to the BFF. */
  pass(): Promise<void>;
}

const PREFIX = "/api/";
const PROBLEM = { type: "about:blank", title: "Internal Server Error", status: 500 };

/** Makes the page refetch everything, as after a reconnection. */
export function renew(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const type of ["offline", "online"]) dispatchEvent(new Event(type));
  });
}

/** Intercepts the calls with paths that begin with one of some names, such as `Chart/`. */
export async function steerAnswers(page: Page, names: readonly string[]): Promise<Answers> {
  const waiting: Route[] = [];
  type Answer = (route: Route) => Promise<void>;
  const pass: Answer = (route) => route.continue();
  let answer: Answer = pass;
  await page.route(
    ({ pathname }) => names.some((name) => pathname.startsWith(PREFIX + name)),
    (route) => answer(route),
  );
  const from = async (next: Answer) => {
    answer = next;
    // The page may have cancelled a call in the meantime.
    for (const route of waiting.splice(0)) await answer(route).catch(() => undefined);
  };
  return {
    hold: () =>
      from(async (route) => {
        waiting.push(route);
      }),
    fail: () =>
      from((route) =>
        route.fulfill({ status: PROBLEM.status, contentType: "application/problem+json", json: PROBLEM }),
      ),
    give: (bodies) =>
      from((route) => {
        const path = new URL(route.request().url()).pathname.slice(PREFIX.length);
        const body = Object.entries(bodies).find(([name]) => path.startsWith(name));
        return body ? route.fulfill({ json: body[1] }) : route.continue();
      }),
    pass: () => from(pass),
  };
}
