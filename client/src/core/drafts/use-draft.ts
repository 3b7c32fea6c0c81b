import { useCallback, useState } from "react";
import { drafts } from "./drafts.ts";

/**
 * A user's input in a form, kept as a draft until it is cleared. It survives a reload, a failure and a closed
 * dialog.
 * @param name of the form and its subject; another name is another draft
 */
export function useDraft<Fields extends object>(
  name: string,
  initial: Fields,
): { fields: Fields; set(change: Partial<Fields>): void; clear(): void } {
  const [fields, setFields] = useState(() => ({ ...initial, ...drafts.find<Partial<Fields>>(name) }));
  const set = useCallback(
    (change: Partial<Fields>) =>
      setFields((before) => {
        const after = { ...before, ...change };
        drafts.save(name, after);
        return after;
      }),
    [name],
  );
  const clear = useCallback(() => drafts.remove(name), [name]);
  return { fields, set, clear };
}
