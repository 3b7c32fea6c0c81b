import { isUtf8 } from "node:buffer";
import { readDate } from "@lamina/shared/core/any-date";
import { type Field, jsonFields } from "@lamina/shared/messages/json-fields";
import { textWithin } from "@lamina/shared/messages/message-text";

/** How a message differs from the envelope `{message, date}`. None of them costs the message (readings, 26). */
export const FAULTS = [
  "encoding",
  "no JSON",
  "no object",
  "no message",
  "no text in message",
  "capitals",
  "no date",
  "unreadable date",
] as const;
export type Fault = (typeof FAULTS)[number];

/** Other names of the date, which are read only if they have one: `data` is also English for any content. */
const DATE_NAMES = ["data", "timestamp", "datetime", "datahora", "data_hora", "time", "ts"];
/** An earlier date is of an unset clock, such as 1970, or year 1 of .NET. */
const EARLIEST_YEAR = 2000;

/** A message of the broker. */
export interface ReceivedMessage {
  /** JSON of the message as received, because parsing would change its numbers. */
  json: string;
  /** ISO 8601: the envelope's, else the arrival's. */
  date: string;
  /** True when the date is the envelope's. */
  dated: boolean;
  /** JSON of the envelope's own id, if it has a text or a number there. */
  id: string | undefined;
  faults: readonly Fault[];
}

/** Reads a message of any form. `arrival` is in milliseconds since 1970. */
export function readMessage(payload: Buffer, arrival: number): ReceivedMessage {
  const faults: Fault[] = [];
  const text = decode(payload, () => faults.push("encoding"));
  const fields = fieldsOf(text, (fault) => faults.push(fault));
  const field = (name: string): string | undefined => {
    const exact = fields?.findLast(([key]) => key === name);
    const other = exact ?? fields?.findLast(([key]) => key.toLowerCase() === name);
    if (other && !exact && !faults.includes("capitals")) faults.push("capitals");
    return other?.[1];
  };
  const message = messageOf(field("message"), fields ? text : undefined, (fault) => faults.push(fault));
  const dateField: unknown = JSON.parse(field("date") ?? "null");
  const others = field("date") === undefined ? DATE_NAMES : [];
  const date =
    dateOf(dateField) ??
    others.map((name) => dateOf(JSON.parse(field(name) ?? "null"))).find((found) => found !== undefined);
  if (fields && date === undefined) faults.push(dateField === null ? "no date" : "unreadable date");
  const id = field("id");
  return {
    json: message ?? (faults.includes("no JSON") ? JSON.stringify(text) : text),
    date: date ?? new Date(arrival).toISOString(),
    dated: date !== undefined,
    id: id && /^["\d-]/.test(id) ? id : undefined,
    faults,
  };
}

/** The message of an envelope; undefined where the whole text is the message, also if only its other fields have words. */
function messageOf(message: string | undefined, envelope: string | undefined, found: (fault: Fault) => void) {
  if (envelope === undefined) return undefined;
  if (message === undefined) {
    found("no message");
    return undefined;
  }
  const isBlank = /^(?:null|"\s*"|\{\s*\}|\[\s*\])$/.test(message);
  if (!isBlank || textWithin(JSON.parse(envelope)) === undefined) return message;
  found("no text in message");
  return undefined;
}

function dateOf(value: unknown): string | undefined {
  const date = readDate(value);
  return date !== undefined && Number(date.slice(0, 4)) >= EARLIEST_YEAR ? date : undefined;
}

/** The fields of an object, or undefined for any other text. */
function fieldsOf(text: string, found: (fault: Fault) => void): Field[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    found("no JSON");
    return undefined;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return jsonFields(text);
  found("no object");
  return undefined;
}

/** The text without a byte order mark, and without the zero that ends a string of C. */
function decode(payload: Buffer, found: () => void): string {
  const mark = payload.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : byteEncoding(payload);
  if (encoding !== "utf-8" || !isUtf8(payload)) found();
  return new TextDecoder(encoding).decode(payload).replace(/\0+$/, "").trim();
}

/** UTF-8 also with fewer broken letters than whole ones, as of a text that a device has cut; else Windows-1252. */
function byteEncoding(payload: Buffer): "utf-8" | "windows-1252" {
  if (isUtf8(payload)) return "utf-8";
  const letters = [...payload.toString("utf8")].filter((letter) => letter > "\u007f");
  const broken = letters.filter((letter) => letter === "\ufffd").length;
  return broken * 2 < letters.length ? "utf-8" : "windows-1252";
}
