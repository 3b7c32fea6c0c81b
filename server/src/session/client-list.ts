import { listIn } from "@lamina/shared/core/wrapped-list";

/**
 * Whether a body is the list of clients that `GET /Client/GetAll` answers (readings, 29 and 34): an array, or an object
 * that wraps one. Elements that cannot be read are ignored; a list that has only such elements is none. An empty list is
 * one, because a user may have no client.
 */
export function isClientList(body: Buffer): boolean {
  try {
    // The decoder drops a byte order mark.
    const list = listIn(JSON.parse(new TextDecoder().decode(body)));
    return list !== undefined && (list.length === 0 || list.some(isClient));
  } catch {
    return false;
  }
}

/**
 * A client has the `_id` by which it is selected (§3), as text, number or `{"$oid": …}` of MongoDB; one without it, which
 * the app selects by its `id`, is known by its `typeChart`.
 */
function isClient(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  return isId(fields.get("_id")) || (fields.has("typechart") && isId(fields.get("id")));
}

function isId(value: unknown): boolean {
  if (typeof value === "object" && value !== null && "$oid" in value) return isId(value.$oid);
  return typeof value === "number" || (typeof value === "string" && value !== "");
}
