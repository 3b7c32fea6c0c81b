import { useCallback, useState } from "react";
import { tabStorage } from "../../platform/storage.ts";
import { session } from "../session/current-session.ts";

/**
 * What this user types into a form, kept for this tab until it is cleared: a reload, a failure or a closed dialog costs
 * nothing.
 * @param name of the form and of what it is about; another name is another draft
 */
export function useDraft<Fields extends Record<string, string>>(
  name: string,
  initial: Fields,
): { fields: Fields; set(change: Partial<Fields>): void; clear(): void } {
  const key = `draft:${session.state.get().user?.name ?? ""}:${name}`;
  const [fields, setFields] = useState(() => ({ ...initial, ...read(key) }));
  const set = useCallback(
    (change: Partial<Fields>) =>
      setFields((before) => {
        const after = { ...before, ...change };
        tabStorage.write(key, JSON.stringify(after));
        return after;
      }),
    [key],
  );
  const clear = useCallback(() => tabStorage.remove(key), [key]);
  return { fields, set, clear };
}

function read(key: string): Record<string, string> {
  const kept = tabStorage.read(key);
  if (kept === null) return {};
  const parsed: unknown = JSON.parse(kept);
  return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, string>) : {};
}
