import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { isLong } from "../../scripts/testing/long.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The two sizes at which pages are checked. */
export const SIZES = [
  { size: "phone", width: 390, height: 844 },
  { size: "desktop", width: 1440, height: 900 },
] as const;
export type Size = (typeof SIZES)[number];
/** The sizes of journeys that are the same at each: the phone, and in the long run both. */
export const JOURNEY_SIZES = isLong ? SIZES : ([SIZES[0]] as const);

/**
 * What Chromium and the app log while the BFF cannot be reached. Chromium looks for a new service worker by itself after
 * a page is opened, and logs that it failed.
 */
const CONNECTION_LOSS = [
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/,
  /WebSocket connection to/,
  /An unknown error occurred when fetching the script/,
  /ApiError: network/,
];

/** One user at one browser: a page, and its undeclared errors. */
export class Visitor {
  readonly url: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly #errors: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(url: string, page: Page) {
    this.url = url;
    this.page = page;
    this.context = page.context();
    this.watch(page);
  }

  /** Also records the errors of another tab of the same user. */
  watch(page: Page): void {
    // Chromium reports a violation of the Content-Security-Policy as a console error as well.
    page.on("console", (message) => {
      if (message.type() === "error") this.#errors.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => this.#errors.push(String(error.stack ?? error)));
  }

  /** Declares an error that the journey causes on purpose. */
  expectError(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Declares the errors of a connection that the journey cuts on purpose. */
  expectConnectionLoss(): void {
    this.#expected.push(...CONNECTION_LOSS);
  }

  /** Errors that the journey did not declare. */
  get surprises(): string[] {
    return this.#errors.filter((error) => !this.#expected.some((pattern) => pattern.test(error)));
  }

  /** Violations of axe on the page, or in a part of it by some rules: one line for each rule, with the elements. */
  async accessibilityProblems(within?: string, rules?: string[]): Promise<string[]> {
    // Injected once for each load of the page, because the script is large and most of the checks share a page.
    if (!(await this.page.evaluate(() => "axe" in globalThis))) await this.page.evaluate(axe.source);
    const { violations } = await this.page.evaluate(
      ([selector, values]) =>
        window.axe.run(selector ?? document, {
          resultTypes: ["violations"],
          ...(values && { runOnly: { type: "rule", values } }),
        }),
      [within, rules] as const,
    );
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} – ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    );
  }
}
