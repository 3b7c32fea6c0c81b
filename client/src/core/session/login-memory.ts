import * as z from "zod";
import type { KeyValueStore } from "../../platform/storage.ts";
import type { SessionState } from "./session-state.ts";

const KEY = "login";

/** What of the login page survives a reload in this tab (readings, 4). The password is not part of it. */
export type LoginMemory = Pick<SessionState, "alert" | "notice" | "userName">;

const Stored = z.object({
  alert: z
    .discriminatedUnion("id", [
      z.object({ id: z.literal("communication") }),
      z.object({ id: z.literal("invalid-credentials") }),
      z.object({ id: z.literal("too-many-attempts"), retryAfter: z.number().optional() }),
    ])
    .nullable(),
  notice: z.enum(["expired", "renewal-failed", "no-client", "ended-elsewhere"]).nullable(),
  userName: z.string(),
});

export function readLoginMemory(storage: KeyValueStore): LoginMemory {
  try {
    return Stored.parse(JSON.parse(storage.read(KEY) ?? ""));
  } catch {
    return { alert: null, notice: null, userName: "" };
  }
}

export function writeLoginMemory(storage: KeyValueStore, { alert, notice, userName }: LoginMemory): void {
  if (alert || notice || userName) storage.write(KEY, JSON.stringify({ alert, notice, userName }));
  else storage.remove(KEY);
}
