import { type Endpoint, UpdateReply } from "@lamina/shared/calls/endpoint";
import { EMPTY_LIST_NOTE, isEmptyList, NAN_NOTE, parseWithoutNaN, readKindly } from "@lamina/shared/calls/read-kindly";
import { saysNo } from "@lamina/shared/core/wrapped-list";

/** Enough to find a fault of an API, and short enough for one line. */
const SHOWN_NOTES = 5;

/** A 2xx answer that is not in the contract's form, where it can be read; says once in the console what differed. */
export function readForeign(
  endpoint: Endpoint,
  status: number,
  text: string,
  json: unknown,
): { data: unknown } | undefined {
  const isNaNs = json === undefined && /\b(NaN|Infinity)\b/.test(text);
  const read = readKindly(endpoint.reply, isNaNs ? parseWithoutNaN(text) : json);
  if ("data" in read) {
    warn(endpoint, isNaNs ? [NAN_NOTE, ...read.notes] : read.notes);
    return read;
  }
  if (isEmptyList(endpoint.reply, status, json)) {
    warn(endpoint, [EMPTY_LIST_NOTE]);
    return { data: [] };
  }
  // The status says that the API took the change. A page of a gateway is no answer.
  const isAnswer = text.trim() === "" || json !== undefined;
  if (endpoint.reply !== UpdateReply || !isAnswer || saysNo(json)) return undefined;
  warn(endpoint, ["no matchedCount, read as 1"]);
  return { data: { matchedCount: 1 } };
}

function warn({ path }: Endpoint, notes: readonly string[]): void {
  const more = notes.length > SHOWN_NOTES ? `; ${notes.length - SHOWN_NOTES} more` : "";
  console.warn(`${path}: ${notes.slice(0, SHOWN_NOTES).join("; ")}${more}`);
}
