/** Members of an object that hold an API's answer, as APIs name them, in lower case. */
const WRAPPERS = new Set([
  ...["data", "d", "items", "result", "results", "value", "$values", "list", "records", "clients", "rows", "content"],
  ...["docs", "payload", "response", "dados", "itens", "lista", "registros", "resultado", "resultados", "clientes"],
]);
/** Objects within objects, as `{result: {items: […]}}`. */
const MAX_DEPTH = 3;

/**
 * The list in an answer (readings, 34): the answer itself, within wrappers, or as an object with numbers for names.
 * Undefined without one. An empty list beside a message or an error means no answer, not no records.
 */
export function listIn(value: unknown, depth = MAX_DEPTH): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth === 0) return undefined;
  const members = Object.entries(value);
  if (isNumbered(members)) return members.map(([, element]) => element);
  const wrapper = members.find(isWrapper);
  const list = wrapper && listIn(wrapper[1], depth - 1);
  if (list?.length !== 0) return list;
  return members.every((member) => member === wrapper || isQuiet(member)) ? list : undefined;
}

/** The object that another one wraps, as in `{data: {…}}`. Undefined without one. */
export function objectIn(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  const inner = Object.entries(value).find(isWrapper)?.[1];
  return Array.isArray(inner) ? undefined : (inner as object | undefined);
}

/** Whether an answer of status 2xx says itself that it refuses: `{"success": false}`, `{"error": "…"}`, `{"statusCode": 401}`. */
export function saysNo(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    if (/^(success|succeeded|ok|sucesso)$/i.test(name)) return member === false;
    if (/^(errors?|erros?)$/i.test(name)) return isObject(member) ? Object.keys(member).length > 0 : Boolean(member);
    return /^(status|statusCode|code)$/i.test(name) && typeof member === "number" && member >= 400;
  });
}

/** Whether an object is a list from which elements were removed, as PHP writes it: `{"0": {…}, "2": {…}}`. */
function isNumbered(members: readonly [string, unknown][]): boolean {
  return members.length > 0 && members.every(([name, element]) => /^\d{1,9}$/.test(name) && isObject(element));
}

const isWrapper = ([name, member]: [string, unknown]) => WRAPPERS.has(name.toLowerCase()) && isObject(member);

/**
 * Whether a member beside a list is consistent with success: a count, a page, `true`, nothing, or a note of a library.
 */
function isQuiet([name, value]: [string, unknown]): boolean {
  if (/^[@$]/.test(name)) return true;
  if (typeof value === "number") return value >= 0 && value < 400;
  if (typeof value === "string") return /^(|ok|success)$/i.test(value);
  return isObject(value) ? Object.entries(value).every(isQuiet) : value !== false;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
