import { tabStorage } from "../../../platform/storage.ts";

/** Kept for this tab only, because another user of the device should not see what was opened. */
const KEY = "recent";
const KEPT = 6;

/** The addresses that were opened last by the search, newest first. */
export function recentTargets(): string[] {
  try {
    const names: unknown = JSON.parse(tabStorage.read(KEY) ?? "[]");
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    return [];
  }
}

export function rememberTarget(to: string): void {
  tabStorage.write(KEY, JSON.stringify([to, ...recentTargets().filter((other) => other !== to)].slice(0, KEPT)));
}
