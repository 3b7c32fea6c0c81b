import { describe, expect, inject, onTestFinished, test } from "vitest";
import { type Engine, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { isInstalled, isShown, logIn, PIVOT } from "../operator.ts";
import { openLine } from "../product/line.ts";

const { url } = inject("product");
const names = ["Chromium", "Firefox", "WebKit"] as const;
/** From the first request to the store to the first page. */
const FIRST_PAINT_MS = 2_500;

/** A store that never answers, from the first script on, and the time from its first request to the shell. */
const SILENT = `
  IDBFactory.prototype.open = () => {
    if (!window.asked) {
      window.asked = performance.now();
      const look = () => {
        if (document.querySelector("main")) window.shown = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }
    return {};
  };`;

describe.each(names)("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test("a store that never answers delays the first page by no more than its limit", { timeout: 240_000 }, async ({
    skip,
  }) => {
    if (missing) skip(`${missing} is not installed`);
    await using line = await openLine(url);
    await using engine: Engine = await open();
    await logIn(engine, line.url);
    await isInstalled(engine);
    line.prelude = SILENT;
    const times: number[] = [];
    for (const route of [PIVOT, "/maps", "/report"]) {
      await engine.open(`${line.url}${route}`);
      await until(engine, `page of ${route}`, isShown);
      await until(engine, `a request to the store on ${route}`, "return window.shown !== undefined");
      times.push(await engine.read<number>("return Math.round(window.shown - window.asked)"));
      await untilText(engine, "não responde: sem cópia");
    }
    onTestFinished(() => console.info(`${name}: first pages after ${times.join(", ")} ms`));
    expect(Math.max(...times)).toBeLessThan(FIRST_PAINT_MS);
    // The store answers again, and the page says no more that it lacks it.
    line.prelude = "";
    await engine.reload();
    await untilText(engine, "Ao vivo");
  });
});
