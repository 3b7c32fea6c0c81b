import { setTimeout as pause } from "node:timers/promises";
import { randomOf } from "@lamina/shared/core/random";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { until } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { isInstalled, isShown, logIn, PIVOT } from "../operator.ts";
import { openLine } from "../product/line.ts";

const { url } = inject("product");
const ROUTES = ["/irrigameter", PIVOT, "/maps", "/report", "/charts", "/forecast", "/setup/farms", "/setup/watering"];
const RELOADS = Number(process.env.RELOADS ?? (isLong ? 200 : 16));
/** WebKit freezes the store of a page that follows another one, if it may; Firefox does not. */
const COUNTS = { WebKit: RELOADS, Firefox: Math.ceil(RELOADS / 4) };
const SEED = Number(process.env.LONG_SEED ?? 16);
/** Longest stay on a page: before, during and after its write to the device. */
const STAY_MS = 9_000;
/** Each third page is left at once, in the middle of its start. */
const HASTE = 1 / 3;
const OFFLINE = 1 / 4;

describe.each(["WebKit", "Firefox"] as const)("in %s", (name) => {
  const { missing, open } = ENGINES[name];
  const count = COUNTS[name];

  test("no reload at a random moment, with and without a connection, leaves a page without content", {
    timeout: 60_000 + count * 40_000,
  }, async ({ skip }) => {
    if (missing) skip(`${missing} is not installed`);
    const random = randomOf(SEED);
    let offline = 0;
    await using line = await openLine(url);
    await using engine = await open();
    await logIn(engine, line.url);
    await isInstalled(engine);
    // What the app stores for use without a connection.
    await until(engine, "copy", "return (await indexedDB.databases()).length === 1");
    const times: number[] = [];
    onTestFinished(() => {
      const sorted = times.toSorted((one, other) => one - other);
      console.info(
        `${name}: ${count} reloads, ${offline} of them offline, ${times.length} waited for, seed ${SEED}; median ${sorted[times.length >> 1]} ms, longest ${sorted.at(-1)} ms`,
      );
    });
    for (let done = 0; done < count; done++) {
      const isOffline = random() < OFFLINE;
      offline += Number(isOffline);
      const route = ROUTES[Math.floor(random() * ROUTES.length)] ?? PIVOT;
      line.become(isOffline ? "cut" : "open");
      const begun = performance.now();
      if (random() < 1 / 2) await engine.open(`${line.url}${route}`);
      else await engine.reload();
      if (random() < HASTE) continue;
      await until(engine, `content of reload ${done} (${route}, ${isOffline ? "offline" : "online"})`, isShown);
      times.push(Math.round(performance.now() - begun));
      await pause(random() * STAY_MS * random());
    }
    expect(times.length).toBeGreaterThan(count / 3);
  });
});
