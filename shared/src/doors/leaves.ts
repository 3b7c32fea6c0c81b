/** A single value of a message and its path, such as `uplink_message.decoded_payload.temp_SOIL` or `data.0.value`. */
export interface Leaf {
  path: string;
  name: string;
  value: unknown;
}

/** Deeper or longer messages are cut: no device sends them. */
const DEEPEST = 8;
const MAX_LEAVES = 500;

/** The single values of a message, in order. */
export function leavesOf(message: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: unknown, path: string, name: string, depth: number) => {
    if (leaves.length >= MAX_LEAVES || depth > DEEPEST) return;
    if (typeof value !== "object" || value === null) leaves.push({ path, name, value });
    else
      for (const [key, part] of Object.entries(value))
        visit(part, path === "" ? key : `${path}.${key}`, Array.isArray(value) ? name : key, depth + 1);
  };
  if (isObject(message)) visit(message, "", "", 0);
  return leaves;
}

/** The value at a path; undefined where there is none. Names with points are found too. */
export function valueAt(message: unknown, path: string): unknown {
  if (!isObject(message)) return undefined;
  if (Object.keys(message).includes(path)) return message[path];
  const [first = "", ...rest] = path.split(".");
  for (let length = 1; length <= rest.length; length++) {
    const head = [first, ...rest.slice(0, length - 1)].join(".");
    if (Object.keys(message).includes(head)) return valueAt(message[head], rest.slice(length - 1).join("."));
  }
  return undefined;
}

/** Whether a value is an object or a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
