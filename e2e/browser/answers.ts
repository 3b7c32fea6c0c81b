import type { Page, Route } from "playwright-core";

/** Bodies by the beginning of the call's path, such as `Map/`. */
export type Bodies = Readonly<Record<string, unknown>>;

/** What the BFF answers to some calls, as a journey wants it. Each word also settles what waits from before. */
export interface Answers {
  /** Keeps them back. */
  hold(): Promise<void>;
  /** Answers that something is wrong, as the BFF says it. */
  fail(): Promise<void>;
  give(bodies: Bodies): Promise<void>;
  /** Lets the true answers through. */
  pass(): Promise<void>;
}

const PREFIX = "/api/";
const PROBLEM = { type: "about:blank", title: "Internal Server Error", status: 500 };

/** Lets the page ask for everything once more, as when its connection comes back. */
export function renew(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const type of ["offline", "online"]) dispatchEvent(new Event(type));
  });
}

/** Takes the calls whose path begins with one of some names, such as `Chart/`, in hand. */
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
    // A call that the page has given up meanwhile takes no answer.
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
