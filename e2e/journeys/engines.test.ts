import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { describe, expect, inject, test } from "vitest";
import { openGate } from "../../scripts/testing/gate.ts";
import { type Engine, press, type Tab, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { openPublisher } from "../product/publisher.ts";
import { openSession } from "../product/session.ts";

const { url, api } = inject("product");

/** Chromium has journeys of its own. */
const names = ["Firefox", "WebKit"] as const;
const ROUTES = ["/irrigameter", "/maps", "/report", "/charts", "/forecast", "/setup/farms", "/setup/watering"];
const PIVOT = "/irrigameter/pivo/demo-pivo-05";
/** The shell reports a lost line, and a record leaves after its return, within this time. */
const SOON_MS = 5_000;

const isShown = "return document.querySelector('main :is(h1, h2, table, article, canvas, svg)') !== null";
const words = (tab: Tab) => tab.read<string>("return document.body.innerText");

async function logIn(tab: Tab, base: string): Promise<void> {
  await tab.open(`${base}/login`);
  await until(tab, "login", "return document.querySelector('input[type=password]') !== null");
  await tab.type("input[autocomplete=username]", "bruno");
  await tab.type("input[type=password]", DOCUMENTED_DEMO_PASSWORD);
  await press(tab, "^Entrar$");
  await until(tab, "home", "return location.pathname.startsWith('/irrigameter/')");
  await untilText(tab, "Ao vivo");
}

/** Writes a note on the pivot's page, without sending it. */
async function note(tab: Tab, text: string): Promise<void> {
  await press(tab, "^Anotar$");
  await until(
    tab,
    "form",
    "return document.querySelector('dialog[open] :is(textarea, input:not([type=file], [type=radio]))') !== null",
  );
  await tab.type("dialog[open] :is(textarea, input:not([type=file], [type=radio]))", text);
  await press(tab, "^Registrar$");
  await until(tab, "closed form", "return document.querySelector('dialog[open]') === null");
}

/** The app's files are on the device, and the page is controlled by its service worker. */
const isInstalled = (tab: Tab) =>
  until(
    tab,
    "service worker",
    "return (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null",
    60_000,
  );

async function countNotes(text: string): Promise<number> {
  const session = await openSession(url, "bruno");
  const clients = await session.get<{ _id: string }[]>("/Client/GetAll");
  const lists = await Promise.all(
    clients.map(({ _id }) => session.get<{ items: { note: string }[] }>(`/FieldNote/GetPage?ID=${_id}`)),
  );
  return lists.flatMap(({ items }) => items).filter((item) => item.note === text).length;
}

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
    await expect.poll(() => countNotes(text)).toBe(1);
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
    expect(await words(other)).toContain("Você saiu em outra aba");
  });
});
