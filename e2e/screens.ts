import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { type PageName, pivotPages, screenPaths } from "@lamina/shared/screens/screens";
import { expect } from "vitest";
import type { Visitor } from "./browser/visitor.ts";
import { openSession } from "./product/session.ts";

/** The word of each status, the same on every screen (domain, 0). */
export const STATUS_WORDS = {
  excess: "Excesso",
  ok: "Adequado",
  irrigate: "Irrigar",
  stress: "Déficit",
  nodata: "Sem dados",
  fallow: "Sem cultivo",
} as const;

/** A screen that shows a client's data. */
export interface Screen {
  path: string;
  /** The calls of the screen, by the beginning of their paths. */
  calls: readonly string[];
  /** The text of the screen when a client has no data; null when it always has some. */
  empty: string | null;
}

const NO_UNIT = "Este cliente ainda não tem pivôs nem setores";
const NO_FARM = "Este cliente ainda não tem fazenda";
const NO_STATION = "Este cliente ainda não tem estação meteorológica";
const IRRIGAMETER = { calls: ["Irrigameter/"], empty: NO_UNIT };
const FORECAST = { calls: ["Source/", "Forecast/"], empty: NO_FARM };
const chart = (empty: string) => ({ calls: ["Source/", "Chart/"], empty });
const report = (empty: string) => ({ calls: ["Source/", "Report/"], empty });
// The lists come in one answer, or each by its own call when that answer lacks it.
const setup = (call: string, empty: string | null) => ({ calls: ["Record/", call], empty });

/** The expectations for each page; `query` opens the part that is checked. */
const EXPECTED: Readonly<Record<PageName | "maps", Omit<Screen, "path"> & { query?: string }>> = {
  calculated: IRRIGAMETER,
  sensor: IRRIGAMETER,
  "calculated-pivot": IRRIGAMETER,
  "sensor-pivot": IRRIGAMETER,
  forecastweekly: FORECAST,
  forecastdaily: FORECAST,
  pluviometry: chart("Este cliente ainda não tem pluviômetro"),
  airhumidity: chart(NO_STATION),
  airtemperature: chart(NO_STATION),
  soilmoisture: chart("Este cliente ainda não tem sensores no solo"),
  irrigationmanager: report("Nenhum setor neste relatório"),
  waterconsuption: report("Nenhum consumo registrado em"),
  maps: { calls: ["Map/"], empty: "Este cliente ainda não tem fazendas no mapa" },
  farms: setup("Farm/", "Nenhuma fazenda cadastrada"),
  config: { ...setup("Config/", null), query: "?parte=manejo" },
  device: setup("Device/", "Nenhum equipamento cadastrado"),
  monitor: setup("Monitor/", "Nenhum monitor cadastrado"),
  balance: setup("Season/", "Nenhuma safra cadastrada"),
  watering: setup("Watering/", "Nenhuma irrigação registrada"),
  user: setup("User/GetByClientID", "Nenhum usuário cadastrado"),
  usersgroup: setup("UsersGroup/", "Nenhum grupo cadastrado"),
};

const rulerPaths = [...pivotPages.keys()].map((page) => `/irrigameter/${page}`);

/** The pages of the catalogue, for a client with typeChart 1. */
export const SCREENS: readonly Screen[] = Object.entries(EXPECTED).flatMap(([page, { query = "", ...expected }]) => {
  const path = screenPaths.find((path) => path.endsWith(`/${page}`));
  return path === undefined || rulerPaths.includes(path) ? [] : [{ ...expected, path: `${path}${query}` }];
});

/** Parts of screens that only their address opens. */
export const FURTHER: readonly string[] = [
  "/irrigameter/pivo/demo-pivo-05",
  "/irrigameter/calculated-pivot?pivo=demo-pivo-05",
  "/irrigameter/calculated-pivot?plano",
  "/irrigameter/calculated-pivot?ordem=name",
  "/maps?camada=chuva",
  "/maps?ver=lista",
];

/** Selector of the elements that show data. */
export const DATA = "main :is(canvas, table, article, dl, form, ul[aria-label], [aria-label='Mapa da fazenda'])";

const ALL = [...SCREENS.map((screen) => screen.path), ...FURTHER];

/** Shows the app's page of an address without a page, which has no data. */
const NOWHERE = "/nowhere";

/**
 * Shows an address like the browser's back and forward do, because a page load takes longer than most checks. The page
 * before goes first, so that its data are not taken for those of this one.
 */
export async function moveTo({ page }: Visitor, path: string): Promise<void> {
  const move = (to: string) =>
    page.evaluate((address) => {
      history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, "", address);
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
    }, to);
  await move(NOWHERE);
  await page.getByText("Página não encontrada").first().waitFor();
  await move(path);
}

/** Opens each screen and part of a screen, or those of `paths`, and yields its address when its data are there. */
export async function* eachScreen(visitor: Visitor, paths: readonly string[] = ALL): AsyncGenerator<string> {
  const { page } = visitor;
  for (const [index, path] of paths.entries()) {
    await (index === 0 ? page.goto(path) : moveTo(visitor, path));
    await page.locator(`${DATA}, main ol, main li > button`).filter({ visible: true }).first().waitFor();
    yield path;
  }
}

/** Fills the login form and submits it. */
export async function logIn({ page }: Visitor, user: string, password = DOCUMENTED_DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("Usuário", { exact: true }).fill(user);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Opens the login page, logs in and waits for the first screen. */
export async function enter(visitor: Visitor, user: string, password?: string): Promise<void> {
  await visitor.page.goto("/login");
  await logIn(visitor, user, password);
  await visitor.page.waitForURL("**/irrigameter/*");
}

/**
 * Logs a user in without the login page, which has journeys of its own. The next page shows the client with this id;
 * without one, the user's first.
 */
export async function signIn(
  { context, url }: Visitor,
  user: string,
  clientId?: string,
  password = DOCUMENTED_DEMO_PASSWORD,
): Promise<void> {
  const { token } = await openSession(url, user, password);
  const localStorage = Object.entries({ token, ...(clientId && { clientId }) });
  await context.setStorageState({
    cookies: [],
    origins: [{ origin: url, localStorage: localStorage.map(([name, value]) => ({ name, value })) }],
  });
}

export function loginAlert({ page }: Visitor) {
  return page.getByRole("alertdialog", { name: "Login" });
}

/** The product's storage in the browser (§3). */
export function stored({ page }: Visitor, key: "token" | "clientId"): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Stores a client as the last choice on the device, and makes the next page one of a new tab, which shows it. */
export async function storeClient(visitor: Visitor, id: string): Promise<void> {
  // The app stores the one that it shows, and would replace this one.
  await expect.poll(() => stored(visitor, "clientId")).toBeTruthy();
  await visitor.page.evaluate((clientId) => {
    sessionStorage.removeItem("clientId");
    localStorage.setItem("clientId", clientId);
  }, id);
}

export function path({ page }: Visitor): string {
  return new URL(page.url()).pathname;
}

/** Waits until the page has the wanted path, because redirects take time. */
export function expectPath(visitor: Visitor, expected: string): Promise<void> {
  return expect.poll(() => path(visitor)).toBe(expected);
}

/** The name of the selected client in the shell. */
export function chosenClient({ page }: Visitor): Promise<string> {
  return page.getByRole("button", { name: /^Cliente: / }).innerText();
}

/** Selects another client in the shell. */
export async function chooseClient({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Cliente: / }).click();
  await page.getByRole("dialog", { name: "Clientes" }).getByRole("button", { name }).click();
}

/** Waits until the shell shows that the links to the server and to the broker are connected. */
export async function expectLive({ page }: Visitor, timeout = 15_000): Promise<void> {
  await page.getByRole("status").getByText("Ao vivo", { exact: true }).waitFor({ state: "attached", timeout });
}
