import { isUtf8 } from "node:buffer";
import { readDate } from "@lamina/shared/core/any-date";
import { type Field, jsonFields } from "@lamina/shared/messages/json-fields";

/** How a message differs from the envelope `{message, date}`. None of them costs the message (readings, 26). */
export const FAULTS = [
  "encoding",
  "no JSON",
  "no object",
  "no message",
  "capitals",
  "no date",
  "unreadable date",
] as const;
export type Fault = (typeof FAULTS)[number];

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
  const message = field("message");
  if (fields && message === undefined) faults.push("no message");
  const dateField: unknown = JSON.parse(field("date") ?? "null");
  const date = readDate(dateField);
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

/** The text without a byte order mark, and without the zero that ends a string of C. Other bytes than UTF-8 are Windows-1252. */
function decode(payload: Buffer, found: () => void): string {
  const mark = payload.toString("hex", 0, 2);
  const encoding =
    mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : isUtf8(payload) ? "utf-8" : "windows-1252";
  if (encoding !== "utf-8") found();
  return new TextDecoder(encoding).decode(payload).replace(/\0+$/, "").trim();
}
