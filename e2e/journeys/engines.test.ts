import { describe, expect, inject, test } from "vitest";
import { openGate } from "../../scripts/testing/gate.ts";
import { type Engine, press, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { countNotes, isInstalled, isShown, logIn, note, PIVOT, wordsOf } from "../operator.ts";
import { openPublisher } from "../product/publisher.ts";

const { url, api } = inject("product");

/** The current Chromium has journeys of its own, and an old one is rarely there. */
const names = process.env.OLD_CHROMIUM
  ? (["old Chromium", "Firefox", "WebKit"] as const)
  : (["Firefox", "WebKit"] as const);
/** Where to store pictures of the main pages; none without it. */
const PICTURES = process.env.PICTURES;
const ROUTES = ["/irrigameter", "/maps", "/report", "/charts", "/forecast", "/setup/farms", "/setup/watering"];
/** The shell reports a lost line, and a record leaves after its return, within this time. */
const SOON_MS = 5_000;

describe.each(names)("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test("a record made on a cut line survives a reload, and leaves with the line", { timeout: 240_000 }, async ({
    skip,
  }) => {
    if (missing) skip(`${missing} is not installed`);
    await using gate = await openGate(url);
    const base = `http://localhost:${gate.port}`;
    await using engine: Engine = await open();
    await logIn(engine, base);
    await engine.open(`${base}${PIVOT}`);
    await until(engine, "pivot", isShown);
    await isInstalled(engine);
    await untilText(engine, "Registros de 30 dias");

    gate.cut();
    const lost = performance.now();
    await untilText(engine, "Reconectando|Conectando|Sem internet");
    expect(performance.now() - lost, "the lost line is said").toBeLessThan(SOON_MS);
    const text = `Bomba com ruído ${name} ${process.pid}`;
    await note(engine, text);
    await untilText(engine, "guardad[ao] neste aparelho");
    await engine.reload();
    await until(engine, "pivot after the reload", isShown);
    await untilText(engine, "guardad[ao] neste aparelho");

    gate.mend();
    await untilText(engine, "Ao vivo");
    const back = performance.now();
    await until(engine, "sent record", "return !/guardad[ao] neste aparelho/.test(document.body.innerText)");
    expect(performance.now() - back, "the record leaves").toBeLessThan(SOON_MS);
    await expect.poll(() => countNotes(url, text)).toBe(1);
  });

  test("an operator's day", { timeout: 300_000 }, async ({ skip }) => {
    if (missing) skip(`${missing} is not installed`);
    await using engine: Engine = await open();
    await logIn(engine, url);
    for (const route of ROUTES) {
      await engine.open(`${url}${route}`);
      await until(engine, route, isShown);
      await engine.reload();
      await until(engine, `${route} after a reload`, isShown);
      const wide = await engine.read<number>("return document.documentElement.scrollWidth - innerWidth");
      expect(wide, `${route} is too wide`).toBeLessThanOrEqual(0);
      if (PICTURES) {
        await untilText(engine, "Ao vivo");
        await until(engine, `answers on ${route}`, "return document.querySelector('[aria-busy=true]') === null");
        await engine.picture(`${PICTURES}/${name}${route.replaceAll("/", "-")}.png`);
      }
    }

    await engine.open(`${url}/maps`);
    await until(
      engine,
      "map",
      'return document.querySelector(\'[aria-label="Mapa da fazenda"] svg, svg[aria-label="Mapa da fazenda"]\') !== null',
    );
    await engine.open(`${url}/charts/airtemperature`);
    const isDrawn = `
      const canvas = document.querySelector("main canvas");
      return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte !== 0);`;
    await until(engine, "drawn chart", isDrawn);

    await engine.open(`${url}/report/irrigationmanager`);
    await until(engine, "report", "return document.querySelector('main table') !== null");
    await engine.read(`
      window.files = []; window.prints = 0;
      window.print = () => { window.prints++; };
      HTMLAnchorElement.prototype.click = function () { window.files.push([this.download, this.href.slice(0, 5)]); };`);
    await press(engine, "^Exportar");
    await press(engine, "^CSV");
    await until(engine, "file", "return window.files.length === 1");
    expect(await engine.read("return window.files")).toEqual([[expect.stringMatching(/\.csv$/), "blob:"]]);
    await press(engine, "^Imprimir");
    await until(engine, "print", "return window.prints === 1");

    // The permission, as if the user had granted it: the engine's own question has no way for a program.
    await engine.read(`
      window.notes = [];
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
      ServiceWorkerRegistration.prototype.showNotification = async (title, { body }) => void window.notes.push(body);`);
    await isInstalled(engine);
    await untilText(engine, "Ao vivo");
    await using publisher = await openPublisher(api);
    const message = `Pivô 3 parou ${name} ${process.pid}`;
    await publisher.notify("bruno", { text: message });
    await untilText(engine, message);
    await until(engine, "notification", "return window.notes.length > 0");
    expect(await engine.read("return window.notes")).toContain(message);

    const other = await engine.openTab();
    await other.open(`${url}/maps`);
    await until(other, "other tab", isShown);
    await engine.open(`${url}/logout`);
    await until(engine, "login", "return location.pathname === '/login'");
    await until(other, "login of the other tab", "return location.pathname === '/login'");
    expect(await wordsOf(other)).toContain("Você saiu em outra aba");
  });
});
