import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/** Names in the address. */
const PART = "parte";
const RECORD = "registro";
const NEW = "novo";

/** What is open beside the list: a record, or a new one, perhaps begun as a copy of another. */
export type Open = { kind: "record"; id: string } | { kind: "new"; copyOf: string | null } | null;

/** What the address opens. */
export function openOf(params: URLSearchParams): Open {
  const id = params.get(RECORD);
  if (id) return { kind: "record", id };
  return params.has(NEW) ? { kind: "new", copyOf: params.get(NEW) || null } : null;
}

/** The address that opens something of the same part; search and filters stay. */
export function withOpen(params: URLSearchParams, open: Open): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORD);
  next.delete(NEW);
  if (open?.kind === "record") next.set(RECORD, open.id);
  if (open?.kind === "new") next.set(NEW, open.copyOf ?? "");
  return next;
}

/** The address of a part, and of a record in it. */
export function partAddress(part: string, open: Open = null): string {
  return `?${withOpen(new URLSearchParams({ [PART]: part }), open)}`;
}

/** Whether two addresses have the same thing open, so that going from one to the other loses nothing. */
export function sameOpen(one: { pathname: string; search: string }, other: { pathname: string; search: string }) {
  const key = ({ pathname, search }: { pathname: string; search: string }) => {
    const params = new URLSearchParams(search);
    return JSON.stringify([pathname, params.get(PART), openOf(params)]);
  };
  return key(one) === key(other);
}

/** The parts of a screen: the one that the address names, else the first. */
export function usePart<Part extends string>(parts: readonly [Part, ...Part[]]): Part {
  const [params] = useSearchParams();
  return parts.find((part) => part === params.get(PART)) ?? parts[0];
}

/** What is open, and the addresses that open something else. */
export function useOpen(): { open: Open; addressOf(open: Open): string; go(open: Open): void } {
  const [params, setParams] = useSearchParams();
  return useMemo(
    () => ({
      open: openOf(params),
      addressOf: (open) => `?${withOpen(params, open)}`,
      go: (open) => setParams(withOpen(params, open), { preventScrollReset: true }),
    }),
    [params, setParams],
  );
}
