import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";

/** Parameters of the address. */
const PART = "parte";
const RECORD = "registro";
const NEW = "novo";
/** Prefix of a field that a link fills in: `campo.farmId`. */
const GIVEN = "campo.";

/** Fields of a new record that a link fills in, as typed by a user. */
export type GivenFields = Readonly<Record<string, string>>;

/** The open form: of a record, or of a new one, optionally a copy or with fields filled in. */
export type RecordRoute =
  | { kind: "record"; id: string }
  | { kind: "new"; copyOf: string | null; given?: GivenFields | undefined }
  | null;

/** The open form in the address. */
function openOf(params: URLSearchParams): RecordRoute {
  const id = params.get(RECORD);
  if (id) return { kind: "record", id };
  return params.has(NEW) ? { kind: "new", copyOf: params.get(NEW) || null, given: givenBy(params) } : null;
}

function givenBy(params: URLSearchParams): GivenFields | undefined {
  const parameters = [...params].filter(([name]) => name.startsWith(GIVEN));
  return parameters.length > 0
    ? Object.fromEntries(parameters.map(([name, value]) => [name.slice(GIVEN.length), value]))
    : undefined;
}

/** The address with another open form on the same part. Search and filters stay. */
function withOpen(params: URLSearchParams, open: RecordRoute): URLSearchParams {
  const next = new URLSearchParams(params);
  next.delete(RECORD);
  next.delete(NEW);
  for (const name of params.keys()) if (name.startsWith(GIVEN)) next.delete(name);
  if (open?.kind === "record") next.set(RECORD, open.id);
  if (open?.kind === "new") {
    next.set(NEW, open.copyOf ?? "");
    for (const [field, value] of Object.entries(open.given ?? {})) next.set(`${GIVEN}${field}`, value);
  }
  return next;
}

/** The address of a part, and of a record in it. */
export function partAddress(part: string, open: RecordRoute = null): string {
  return `?${withOpen(new URLSearchParams({ [PART]: part }), open)}`;
}

/** True when two addresses have the same form open, so that a navigation between them loses no input. */
export function sameOpen(one: { pathname: string; search: string }, other: { pathname: string; search: string }) {
  const key = ({ pathname, search }: { pathname: string; search: string }) => {
    const params = new URLSearchParams(search);
    return JSON.stringify([pathname, params.get(PART), openOf(params)]);
  };
  return key(one) === key(other);
}

/** The part of a screen in the address, otherwise the first. */
export function usePart<Part extends string>(parts: readonly [Part, ...Part[]]): Part {
  const [params] = useSearchParams();
  return parts.find((part) => part === params.get(PART)) ?? parts[0];
}

/** The open form, and addresses of other forms. */
export function useRecordRoute(): {
  open: RecordRoute;
  addressOf(open: RecordRoute): string;
  go(open: RecordRoute): void;
} {
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
