/** Members of an object that hold a list, as APIs name them, in lower case. */
const WRAPPERS = new Set(["data", "d", "items", "result", "results", "value", "$values", "list", "records", "clients"]);
/** Objects within objects, as `{result: {items: […]}}`. */
const MAX_DEPTH = 3;

/**
 * Whether a body is the list of clients that `GET /Client/GetAll` answers (readings, 29 and 34): an array, or an object
 * that wraps one. Elements that cannot be read are ignored; a list that has only such elements is none. An empty list is
 * one, because a user may have no client.
 */
export function isClientList(body: Buffer): boolean {
  try {
    // The decoder drops a byte order mark.
    const list = listIn(JSON.parse(new TextDecoder().decode(body)), MAX_DEPTH);
    return list !== undefined && (list.length === 0 || list.some(isClient));
  } catch {
    return false;
  }
}

function listIn(value: unknown, depth: number): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || depth === 0) return undefined;
  const members = Object.entries(value);
  const wrapper = members.find(([name, member]) => WRAPPERS.has(name.toLowerCase()) && isObject(member));
  const list = wrapper && listIn(wrapper[1], depth - 1);
  if (list?.length !== 0) return list;
  // An empty list beside a message or an error means no answer, not no clients.
  return members.every((member) => member === wrapper || isQuiet(member)) ? list : undefined;
}

/**
 * Whether a member beside a list is consistent with success: a count, a page, `true`, nothing, or a note of a library.
 */
function isQuiet([name, value]: [string, unknown]): boolean {
  if (/^[@$]/.test(name)) return true;
  if (typeof value === "number") return value >= 0 && value < 400;
  if (typeof value === "string") return /^(|ok|success)$/i.test(value);
  return isObject(value) ? Object.entries(value).every(isQuiet) : value !== false;
}

/** A client has the `_id` by which it is selected (§3), as text or number. */
function isClient(value: unknown): boolean {
  if (!isObject(value) || !("_id" in value)) return false;
  return typeof value._id === "number" || (typeof value._id === "string" && value._id !== "");
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
