import type * as z from "zod";
import { readDate } from "../core/any-date.ts";
import { listIn, objectIn } from "../core/wrapped-list.ts";
import { ClientList } from "../records/client.ts";

/** An answer of a foreign API as the product reads it. */
interface KindReading<T> {
  data: T;
  /** What differed from the contract, and what became of it: `clients[2] is left out: _id is missing`. */
  notes: string[];
}

type Path = readonly PropertyKey[];
/** Enough for a text that becomes a number that becomes a moment; an answer that needs more is not understood. */
const ROUNDS = 8;

/**
 * Reads an answer that a schema refused (readings, 34): lists and objects within wrappers, names with other capitals,
 * numbers as texts and texts as numbers, ids and dates of other forms. An element of a list that still cannot be read
 * is left out; a list that would lose all its elements is not read.
 * @param value parsed JSON, which the reading changes
 * @returns the schema's error of the first reading when the answer cannot be read at all
 */
export function readKindly<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): KindReading<z.output<Schema>> | { error: z.ZodError } {
  const notes: string[] = [];
  const root = { answer: unwrapped(schema, value, notes) };
  const tried = new Set<string>();
  let first: z.ZodError | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const read = schema.safeParse(root.answer);
    if (read.success) return { data: read.data, notes };
    first ??= read.error;
    const unread = read.error.issues.filter((issue) => !repair(root, issue, tried, notes));
    if (!leaveOut(root, unread, notes)) break;
  }
  return { error: first ?? schema.safeParse(value).error ?? unreachable() };
}

const NO_CONTENT = 204;
export const EMPTY_LIST_NOTE = "no content, read as an empty list";

/**
 * Whether a 2xx answer says by 204 or `null` that a list is empty. Not of clients, because without any the user is
 * logged out (§4), so that only a list may say so.
 * @param value parsed JSON, undefined for none
 */
export function isEmptyList(schema: z.ZodType, status: number, value: unknown): boolean {
  const isNothing = value === null || (status === NO_CONTENT && value === undefined);
  return isNothing && schema.def.type === "array" && schema !== ClientList;
}

export const NAN_NOTE = "NaN or Infinity, which JSON does not have, is read as null";

/**
 * Parses JSON in which numbers that are none are written as Python does: `NaN`, `Infinity`. They become `null`.
 * @returns undefined for other text
 */
export function parseWithoutNaN(text: string): unknown {
  try {
    return JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")|-?\b(?:NaN|Infinity)\b/g, (_all, quoted) => quoted ?? "null"));
  } catch {
    return undefined;
  }
}

function unreachable(): never {
  throw new Error("a refused answer without an error");
}

function unwrapped(schema: z.ZodType, value: unknown, notes: string[]): unknown {
  const inner = schema.def.type === "array" ? listIn(value) : (objectIn(value) ?? value);
  if (inner === undefined || inner === value) return value;
  // An answer's own field may have the name of a wrapper.
  if (schema.def.type !== "array" && schema.safeParse(value).success) return value;
  notes.push("answer is within another object");
  return inner;
}

/** Changes the value of an issue into the expected form. False where there is none, or where it has been tried. */
function repair(root: object, issue: z.core.$ZodIssue, tried: Set<string>, notes: string[]): boolean {
  const path: Path = ["answer", ...issue.path];
  const parent = valueAt(root, path.slice(0, -1));
  const key = path[path.length - 1];
  if (!isFields(parent) || key === undefined) return false;
  const name = String(key);
  const before = parent[name];
  if (before === null && !Array.isArray(parent)) {
    delete parent[name];
    return true;
  }
  const after = before === undefined ? namesake(parent, name) : otherForm(before, issue);
  const attempt = `${path.join(".")}=${JSON.stringify(after)}`;
  if (after === before || tried.has(attempt)) return false;
  tried.add(attempt);
  parent[name] = after;
  notes.push(`${shown(path)} is read from ${short(before === undefined ? "another name" : before)}`);
  return true;
}

/** The value of a field with the same name in other capitals. `_id` and `id` stand for each other. */
function namesake(parent: Record<string, unknown>, name: string): unknown {
  const plain = name.toLowerCase();
  const other = Object.keys(parent).find((key) => key.toLowerCase() === plain && key !== name);
  if (other !== undefined) return parent[other];
  return plain === "_id" ? parent.id : plain === "id" ? parent._id : undefined;
}

/** The value in the form that an issue expects; the value itself where none is known. */
function otherForm(value: unknown, issue: z.core.$ZodIssue): unknown {
  const inner = ofMongo(value);
  if (inner !== value) return inner;
  if (issue.code === "invalid_format") {
    if (issue.format === "datetime") return moment(value);
    if (issue.format === "date") return readDate(value)?.slice(0, 10) ?? value;
  }
  if (issue.code !== "invalid_type") return value;
  switch (issue.expected) {
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "number":
    case "int":
      return typeof value === "string" ? (numberIn(value) ?? value) : value;
    case "boolean":
      return ofWords(value);
    case "array":
      return listIn(value) ?? value;
    default:
      return value;
  }
}

/** The value in MongoDB's extended JSON: `{"$oid": "…"}`, `{"$date": …}`, `{"$numberLong": "…"}`. */
function ofMongo(value: unknown): unknown {
  if (!isFields(value) || Array.isArray(value)) return value;
  const [[name, inner] = [], ...others] = Object.entries(value);
  if (others.length > 0 || name === undefined) return value;
  if (name === "$oid") return inner;
  if (name === "$date") return readDate(value) ?? value;
  return /^\$number/.test(name) ? (numberIn(String(inner)) ?? value) : value;
}

/** A moment in UTC. One without a zone is read by this device's clock, as messages are. */
function moment(value: unknown): unknown {
  const date = readDate(value);
  return date === undefined ? value : new Date(date).toISOString();
}

/** `1,014` may be one or a thousand, so it is not read; `1.014,5` and `1,014.5` are read. */
function numberIn(text: string): number | undefined {
  const plain = text.trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return Number(plain);
  if (/^[+-]?\d{1,3}(\.\d{3})+,\d+$/.test(plain)) return Number(plain.replaceAll(".", "").replace(",", "."));
  if (/^[+-]?\d{1,3}(,\d{3})+\.\d+$/.test(plain)) return Number(plain.replaceAll(",", ""));
  return /^[+-]?\d+,(\d{1,2}|\d{4,})$/.test(plain) ? Number(plain.replace(",", ".")) : undefined;
}

function ofWords(value: unknown): unknown {
  const word = String(value).toLowerCase();
  if (["true", "1", "sim", "s"].includes(word)) return true;
  return ["false", "0", "n\u00e3o", "nao", "n"].includes(word) ? false : value;
}

/** Removes the elements that have one of these issues. False when an issue is in no list, or a list would be empty. */
function leaveOut(root: object, issues: readonly z.core.$ZodIssue[], notes: string[]): boolean {
  const bad = new Map<unknown[], Map<number, string>>();
  for (const issue of issues) {
    const path: Path = ["answer", ...issue.path];
    const depth = path.findIndex(
      (key, at) => typeof key === "number" && Array.isArray(valueAt(root, path.slice(0, at))),
    );
    const list = valueAt(root, path.slice(0, depth));
    const index = path[depth];
    if (depth < 0 || !Array.isArray(list) || typeof index !== "number") return false;
    const reasons = bad.get(list) ?? new Map<number, string>();
    bad.set(list, reasons);
    const field = shown(path.slice(depth + 1));
    const reason = `${field === "" ? "the element" : field} cannot be read: ${issue.message}`;
    if (!reasons.has(index)) reasons.set(index, `${shown(path.slice(0, depth + 1))} is left out: ${reason}`);
  }
  for (const [list, reasons] of bad) {
    if (reasons.size === list.length) return false;
    notes.push(...reasons.values());
    for (const index of [...reasons.keys()].sort((a, b) => b - a)) list.splice(index, 1);
  }
  return true;
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (isFields(value) ? value[String(key)] : undefined), root);
}

/** `answer[2].rain` */
function shown(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

const SHORT = 60;
const short = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, SHORT);

const isFields = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
