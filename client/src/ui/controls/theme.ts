import { useSyncExternalStore } from "react";

/** `sistema` follows the device; the others are the user's choice. */
export const themeChoices = ["sistema", "claro", "escuro", "sol"] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Storage key of the choice. */
interface ThemeStorage {
  read: () => string | null;
  write: (choice: ThemeChoice) => void;
}

let choice: ThemeChoice = "sistema";
let storage: ThemeStorage | undefined;
const listeners = new Set<() => void>();
const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = choice === "sistema" ? (systemIsDark().matches ? "escuro" : "claro") : choice;
  const ground = getComputedStyle(root).getPropertyValue("--surface").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}

/** Applies the stored choice before the first paint, and then follows the device. Returns a stop function. */
export function startTheme(memory: ThemeStorage): () => void {
  storage = memory;
  const storedChoice = memory.read();
  choice = themeChoices.find((one) => one === storedChoice) ?? "sistema";
  apply();
  const system = systemIsDark();
  system.addEventListener("change", apply);
  return () => system.removeEventListener("change", apply);
}

/** Applies and stores the user's choice. */
export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  storage?.write(next);
  apply();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, () => choice);
}
