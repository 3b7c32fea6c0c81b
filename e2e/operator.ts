import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { press, type Tab, until, untilText } from "./browser/engine.ts";
import { openSession } from "./product/session.ts";

/** A page with notes, on which an operator works. */
export const PIVOT = "/irrigameter/pivo/demo-pivo-05";

/** A script: whether the page shows its content. */
export const isShown = "return document.querySelector('main :is(h1, h2, table, article, canvas, svg)') !== null";

export const wordsOf = (tab: Tab) => tab.read<string>("return document.body.innerText");

export async function logIn(tab: Tab, base: string): Promise<void> {
  await tab.open(`${base}/login`);
  await until(tab, "login", "return document.querySelector('input[type=password]') !== null");
  await tab.type("input[autocomplete=username]", "bruno");
  await tab.type("input[type=password]", DOCUMENTED_DEMO_PASSWORD);
  await press(tab, "^Entrar$");
  await until(tab, "home", "return location.pathname.startsWith('/irrigameter/')");
  await untilText(tab, "Ao vivo");
}

/** Writes a note on the pivot's page, without sending it. */
export async function note(tab: Tab, text: string): Promise<void> {
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
export const isInstalled = (tab: Tab) =>
  until(
    tab,
    "service worker",
    "return (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null",
    60_000,
  );

/** The texts of all notes that the API has. */
export async function noteTexts(url: string): Promise<string[]> {
  const session = await openSession(url, "bruno");
  const clients = await session.get<{ _id: string }[]>("/Client/GetAll");
  const lists = await Promise.all(
    clients.map(({ _id }) => session.get<{ items: { note: string }[] }>(`/FieldNote/GetPage?ID=${_id}`)),
  );
  return lists.flatMap(({ items }) => items.map(({ note }) => note));
}

/** How many notes with this text the API has. */
export const countNotes = async (url: string, text: string): Promise<number> =>
  (await noteTexts(url)).filter((one) => one === text).length;
