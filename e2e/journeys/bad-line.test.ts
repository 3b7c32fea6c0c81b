import { describe, expect, inject, onTestFinished, test } from "vitest";
import { type Engine, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { countNotes, isInstalled, isShown, logIn, note, PIVOT } from "../operator.ts";
import { openLine } from "../product/line.ts";

const { url } = inject("product");
const names = ["Chromium", "Firefox", "WebKit"] as const;
/** The shell reports a lost line, and a record leaves after its return, within this time. */
const SOON_MS = 5_000;
/** WebKit returns later from a half-open line on a busy machine. */
const WEBKIT_HANGS_MS = 10_000;
/** What the script itself takes to see it. */
const LOOK_MS = 500;
/** The journey itself, apart from the app: the time in which a record can be taken back. */
const UNDO_MS = 6_000;

const isLost = "Reconectando|Conectando|Sem internet";
const hasWaiting = "/guardad[ao] neste aparelho|só nesta aba|sem resposta ainda/.test(document.body.innerText)";
const INSERT = "/api/FieldNote/Insert";
const since = (begun: number) => Math.round(performance.now() - begun);

describe.each(names)("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test.for(["cut", "silent", "portal"] as const)(
    "a line that is %s is reported soon, and a record leaves soon after it",
    {
      timeout: 300_000,
    },
    async (mode, { skip }) => {
      if (missing) skip(`${missing} is not installed`);
      await using line = await openLine(url);
      await using engine: Engine = await open();
      await logIn(engine, line.url);
      await engine.open(`${line.url}${PIVOT}`);
      await until(engine, "pivot", isShown);
      await isInstalled(engine);
      await untilText(engine, "Registros de 30 dias");
      await untilText(engine, "Ao vivo");

      line.become(mode);
      const lost = performance.now();
      await untilText(engine, isLost);
      const saidMs = since(lost);
      const text = `Bomba ${mode} ${name} ${process.pid}`;
      await note(engine, text);
      await until(engine, "waiting record", `return ${hasWaiting}`);
      // The first attempt is under way, or has failed.
      await new Promise((resolve) => setTimeout(resolve, UNDO_MS + 2_000));
      line.become("open");
      const back = performance.now();
      const live = untilText(engine, "Ao vivo", 60_000).then(() => since(back));
      await expect.poll(() => countNotes(url, text), { timeout: 60_000, interval: 100 }).toBe(1);
      const sentMs = Math.round(line.passedAt(INSERT) - back);
      const liveMs = await live;
      await until(engine, "sent record", `return !${hasWaiting}`, 60_000);
      const shownMs = since(back);
      onTestFinished(() =>
        console.info(`${name}, ${mode}: said ${saidMs}, sent ${sentMs}, live ${liveMs}, list empty ${shownMs} ms`),
      );
      expect(await countNotes(url, text)).toBe(1);
      expect(saidMs, "the lost line is said").toBeLessThan(SOON_MS + LOOK_MS);
      const returnMs = name === "WebKit" && mode === "silent" ? WEBKIT_HANGS_MS : SOON_MS;
      expect(sentMs, "the record leaves").toBeLessThan(returnMs + LOOK_MS);
      expect(liveMs, "the line's return is said").toBeLessThan(returnMs + LOOK_MS);
    },
  );

  test.for(["slow", "buffered", "no-sockets"] as const)(
    "on a line that is %s a record is sent once",
    {
      timeout: 300_000,
    },
    async (mode, { skip }) => {
      if (missing) skip(`${missing} is not installed`);
      await using line = await openLine(url);
      await using engine: Engine = await open();
      await logIn(engine, line.url);
      await isInstalled(engine);
      line.become(mode);
      const begun = performance.now();
      await engine.open(`${line.url}${PIVOT}`);
      await until(engine, "pivot", isShown, 60_000);
      const shownMs = since(begun);
      // Without sockets nothing is live, and the shell does not say it.
      if (mode === "no-sockets") await untilText(engine, "Conectando");
      else await untilText(engine, "Ao vivo", 60_000);
      const liveMs = since(begun);
      await untilText(engine, "Registros de 30 dias", 60_000);
      const text = `Bomba ${mode} ${name} ${process.pid}`;
      await note(engine, text);
      const made = performance.now();
      await expect.poll(() => countNotes(url, text), { timeout: 60_000, interval: 100 }).toBe(1);
      const sentMs = Math.round(line.passedAt(INSERT) - made) - UNDO_MS;
      await until(engine, "sent record", `return !${hasWaiting}`, 60_000);
      onTestFinished(() => console.info(`${name}, ${mode}: page ${shownMs}, live ${liveMs}, record ${sentMs} ms`));
      expect(await countNotes(url, text)).toBe(1);
      expect(sentMs, "the record leaves").toBeLessThan(SOON_MS + LOOK_MS);
    },
  );
});
