/** A field of an object: its name, and the JSON of its value as written. */
export type Field = [name: string, json: string];

/**
 * The fields of an object's JSON with their values as written, because parsing rounds numbers (2^53) and loses those out
 * of range (1e400). `json` must be a valid object.
 */
export function jsonFields(json: string): Field[] {
  const fields: Field[] = [];
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  const close = (end: number) => {
    if (name !== undefined) fields.push([name, json.slice(start, end).trim()]);
    name = undefined;
  };
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') {
      const end = endOfString(json, at);
      if (depth === 1 && name === undefined) {
        name = String(JSON.parse(json.slice(at, end + 1)));
        start = json.indexOf(":", end) + 1;
      }
      at = end;
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") {
      if (--depth === 0) close(at);
    } else if (sign === "," && depth === 1) close(at);
  }
  return fields;
}

/** Index of the quotation mark that ends the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
