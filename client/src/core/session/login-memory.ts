import type { KeyValueStore } from "../../platform/storage.ts";
import type { LoginAlert, SessionNotice, SessionState } from "./session-state.ts";

const KEY = "login";

/** The part of the login page that survives a reload in this tab (readings, 4), without the password. */
type LoginMemory = Pick<SessionState, "alert" | "notice" | "userName">;

const ALERTS: readonly LoginAlert["id"][] = ["communication", "clock", "invalid-credentials", "too-many-attempts"];
const NOTICES: readonly SessionNotice[] = [
  "expired",
  "renewal-failed",
  "no-client",
  "ended-elsewhere",
  "code-too-late",
];

export function readLoginMemory(storage: KeyValueStore): LoginMemory {
  try {
    const { alert, notice, userName } = JSON.parse(storage.read(KEY) ?? "");
    const isKnown =
      (alert === null || ALERTS.includes(alert.id)) &&
      (notice === null || NOTICES.includes(notice)) &&
      typeof userName === "string";
    if (isKnown) return { alert, notice, userName };
  } catch {
    // The stored value is missing or invalid.
  }
  return { alert: null, notice: null, userName: "" };
}

export function writeLoginMemory(storage: KeyValueStore, { alert, notice, userName }: LoginMemory): void {
  if (alert || notice || userName) storage.write(KEY, JSON.stringify({ alert, notice, userName }));
  else storage.remove(KEY);
}
