import { describe, expect, inject, onTestFinished, test } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { type Engine, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { isShown, logIn } from "../operator.ts";
import { openPublisher } from "../product/publisher.ts";

const { url, api } = inject("product");
const names = ["Chromium", "Firefox", "WebKit"] as const;
const MINUTES = Number(process.env.OPEN_MINUTES ?? (isLong ? 10 : 0.5));
const CHANGES = Math.round((500 * MINUTES) / 60);
const SECTIONS = ["/forecast", "/charts", "/report", "/maps", "/irrigameter"];
/** Rounds through the sections in which the code and the answers of each are loaded. */
const WARM_ROUNDS = 3;
/** Growth of the heap, and of nodes and listeners, which differ with the data on the screen. */
const [HEAP, FLAT] = [1.2, 1.1];

describe.each(names)("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test("a page that stays open with messages and changes of route does not grow", {
    timeout: 240_000 + MINUTES * 120_000,
  }, async ({ skip }) => {
    if (missing) skip(`${missing} is not installed`);
    await using engine: Engine = await open();
    await logIn(engine, url);
    await using publisher = await openPublisher(api);
    let messages = 0;
    const timer = setInterval(() => {
      messages += 1;
      void publisher.notify("bruno", { text: `Mensagem ${messages} em ${name}` });
    }, 2_000);
    onTestFinished(() => clearInterval(timer));

    async function round(): Promise<void> {
      for (const section of SECTIONS) {
        await engine.read(`document.querySelector('a[href^="${section}"]').click()`);
        await until(engine, section, `return location.pathname.startsWith("${section}")`);
        await until(engine, `content of ${section}`, isShown);
      }
      await untilText(engine, "Ao vivo");
    }

    const begun = performance.now();
    for (let done = 0; done < WARM_ROUNDS; done++) await round();
    const before = await engine.size();
    let changes = 0;
    while (changes < CHANGES || performance.now() - begun < MINUTES * 60_000) {
      await round();
      changes += SECTIONS.length;
    }
    const after = await engine.size();
    console.info(`${name}: ${changes} changes of route, ${messages} messages,`, before, after);
    expect(after.nodes).toBeLessThan(before.nodes * FLAT);
    if (after.listeners && before.listeners) expect(after.listeners).toBeLessThan(before.listeners * FLAT);
    if (after.heapMb && before.heapMb) expect(after.heapMb).toBeLessThan(before.heapMb * HEAP);
  });
});
