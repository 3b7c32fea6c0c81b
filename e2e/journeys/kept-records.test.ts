import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { randomOf } from "@lamina/shared/core/random";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { type Engine, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { isInstalled, isShown, logIn, note, noteTexts, PIVOT, wordsOf } from "../operator.ts";
import { openLine } from "../product/line.ts";

const { url } = inject("product");
const names = ["Chromium", "Firefox", "WebKit"] as const;
const RECORDS = Number(process.env.RECORDS ?? (isLong ? 330 : 12));
const SEED = Number(process.env.LONG_SEED ?? 16);
const RECORDS_PER_ROUND = 3;
/** Up to here a record waits to be taken back, is being sent, or has arrived. */
const LONGEST_PAUSE_MS = 8_000;

const refuse = (name: string) => `() => { throw new DOMException("", "${name}"); }`;
/** What a device does to the app, as a script before it. */
const DEVICES = {
  sound: "",
  "refuses the store": `IDBFactory.prototype.open = ${refuse("SecurityError")};`,
  "is full": `IDBObjectStore.prototype.put = ${refuse("QuotaExceededError")};`,
  "is full everywhere": `
    IDBObjectStore.prototype.put = ${refuse("QuotaExceededError")};
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (...item) {
      if (this === sessionStorage) throw new DOMException("", "QuotaExceededError");
      setItem.apply(this, item);
    };`,
  "does not answer": "IDBFactory.prototype.open = () => ({});",
} as const;
const EVICTED = 'indexedDB.deleteDatabase("lamina");';
const LINES = ["open", "open", "cut", "silent"] as const;
const ENDS = ["reload", "kill", "leave", "evict", "stay"] as const;
/** The shell or the form says that a record may not arrive. */
const WARNING =
  /só nesta aba|nem todos guardados|não a feche|não feche esta aba|pode apagar registros|sem espaço|não (foi|pôde ser) (guardad|registrad)/i;

describe.each(names)("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test("each record arrives once, or its person was warned", { timeout: 120_000 + RECORDS * 30_000 }, async ({
    skip,
  }) => {
    if (missing) skip(`${missing} is not installed`);
    const random = randomOf(SEED);
    const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
    const profile = mkdtempSync(join(tmpdir(), "lamina-kept-"));
    await using line = await openLine(url);
    let engine: Engine = await open({ profile });
    await using started = new AsyncDisposableStack();
    started.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    started.defer(() => engine[Symbol.asyncDispose]());
    await logIn(engine, line.url);
    await isInstalled(engine);

    /** Opens the page again, and logs in where the device has forgotten the session. */
    async function show(): Promise<void> {
      await engine.open(`${line.url}${PIVOT}`);
      const isLogin = "document.querySelector('input[type=password]') !== null";
      await until(engine, "page or login", `return ${isLogin} || (() => { ${isShown} })()`, 60_000);
      if (await engine.read<boolean>(`return ${isLogin}`)) {
        await logIn(engine, line.url);
        await engine.open(`${line.url}${PIVOT}`);
      }
      await until(engine, "page", isShown);
    }

    const found = { records: 0, arrived: 0, warned: 0 };
    const wrong: string[] = [];
    onTestFinished(() => console.info(name, `seed ${SEED}`, found, wrong));
    for (let round = 0; found.records < RECORDS; round++) {
      const device = pick(Object.keys(DEVICES) as (keyof typeof DEVICES)[]);
      const end = pick(ENDS);
      const lineMode = pick(LINES);
      line.become("open");
      line.prelude = DEVICES[device];
      await show();
      await untilText(engine, "Registros de 30 dias");
      line.become(lineMode);
      let warned = false;
      const texts: string[] = [];
      for (let made = 0; made < RECORDS_PER_ROUND; made++) {
        const text = `Registro ${name} ${process.pid} ${round}.${made}`;
        await note(engine, text);
        texts.push(text);
      }
      await pause(random() * LONGEST_PAUSE_MS);
      warned = WARNING.test(await wordsOf(engine));
      line.prelude = end === "evict" ? EVICTED : "";
      if (end === "kill" && engine.kill) {
        await engine.kill();
        await engine[Symbol.asyncDispose]();
        engine = await open({ profile });
      } else if (end === "leave") await engine.open("about:blank");
      else if (end !== "stay") await engine.reload();
      line.become("open");
      if (end !== "stay") await show();
      found.records += texts.length;
      const what = `round ${round}: the device ${device}, line ${lineMode}, ${end}`;
      const counts = async () => {
        const all = await noteTexts(url);
        return texts.map((text) => all.filter((one) => one === text).length);
      };
      const deadline = performance.now() + (warned ? 15_000 : 60_000);
      let now = await counts();
      while (now.some((count) => count === 0) && performance.now() < deadline) {
        await pause(500);
        now = await counts();
      }
      found.arrived += now.filter((count) => count === 1).length;
      const lost = now.filter((count) => count === 0).length;
      if (lost > 0 && warned) found.warned += lost;
      if (now.some((count) => count > 1)) wrong.push(`${what}: twice`);
      if (lost > 0 && !warned) wrong.push(`${what}: ${lost} lost; ${(await wordsOf(engine)).slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
    expect(found.arrived + found.warned).toBe(found.records);
  });
});
