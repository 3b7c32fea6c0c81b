import { expect } from "vitest";
import type { Visitor } from "./browser/visitor.ts";

/** Names of the demo users and what they may see (issue 2). */
export const DEMO_PASSWORD = "irrigar";

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
  return expect.poll(() => path(visitor), { timeout: 15_000 }).toBe(wanted);
}

/** The list of the user's clients in the shell. */
export function clientSwitcher({ page }: Visitor) {
  return page.getByRole("combobox", { name: "Cliente" });
}

/** Waits until the shell says that the live link stands. */
export async function expectConnected({ page }: Visitor, timeout = 15_000): Promise<void> {
  await page.locator('[data-realtime="connected"]').first().waitFor({ state: "attached", timeout });
}
