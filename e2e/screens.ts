import { expect } from "vitest";
import type { Visitor } from "./browser/visitor.ts";

/** Names of the demo users and what they may see (issue 2). */
export const DEMO_PASSWORD = "irrigar";

/** The word of each status, the same on every screen (domain, 0). */
export const STATUS_WORDS = {
  excess: "Excesso",
  ok: "Adequado",
  irrigate: "Irrigar",
  stress: "Déficit",
  nodata: "Sem dados",
  fallow: "Sem cultivo",
} as const;

/** The screens that show a client's data (domain, 3–8), as a client of pivots has them. */
export const SCREENS = [
  { path: "/irrigameter/calculated-pivot" },
  { path: "/irrigameter/sensor-pivot" },
  { path: "/forecast/forecastweekly" },
  { path: "/forecast/forecastdaily" },
  { path: "/charts/pluviometry" },
  { path: "/charts/airhumidity" },
  { path: "/charts/airtemperature" },
  { path: "/charts/soilmoisture" },
  { path: "/report/irrigationmanager" },
  { path: "/report/waterconsuption" },
  { path: "/maps" },
  { path: "/setup/farms" },
  { path: "/setup/config?parte=manejo" },
  { path: "/setup/device" },
  { path: "/setup/monitor" },
  { path: "/setup/balance" },
  { path: "/setup/watering" },
  { path: "/setup/user" },
  { path: "/setup/usersgroup" },
] as const;

/** Fills the login form and sends it. */
export async function logIn({ page }: Visitor, user: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel("Usuário", { exact: true }).fill(user);
  await page.getByLabel("Senha", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Opens the login page, logs in and waits for the first screen. */
export async function enter(visitor: Visitor, user: string): Promise<void> {
  await visitor.page.goto("/login");
  await logIn(visitor, user);
  await visitor.page.waitForURL("**/irrigameter/*");
}

/** The alert titled "Login" (§8). */
export function loginAlert({ page }: Visitor) {
  return page.getByRole("alertdialog", { name: "Login" });
}

/** What the product keeps in the browser (§3). */
export function stored({ page }: Visitor, key: "token" | "clientId"): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Path of the page as the address bar shows it. */
export function path({ page }: Visitor): string {
  return new URL(page.url()).pathname;
}

/** Waits until the page's path is the wanted one: redirects take their time. */
export function expectPath(visitor: Visitor, wanted: string): Promise<void> {
  return expect.poll(() => path(visitor)).toBe(wanted);
}

/** The name of the chosen client, as the shell shows it. */
export function chosenClient({ page }: Visitor): Promise<string> {
  return page.getByRole("button", { name: /^Cliente: / }).innerText();
}

/** Chooses another client in the shell. */
export async function chooseClient({ page }: Visitor, name: string): Promise<void> {
  await page.getByRole("button", { name: /^Cliente: / }).click();
  await page.getByRole("dialog", { name: "Clientes" }).getByRole("button", { name }).click();
}

/** Waits until the shell says that the links to the server and to the broker stand. */
export async function expectLive({ page }: Visitor, timeout = 15_000): Promise<void> {
  await page.getByRole("status").getByText("Ao vivo", { exact: true }).waitFor({ state: "attached", timeout });
}
