import { jsonFields } from "@lamina/shared/messages/json-fields";
import { text as words } from "./text.ts";

/** Names of the fields that hold the text in a message that is a record, the best first. */
const TEXT_NAMES = ["message", "mensagem", "text", "texto", "msg", "body", "title", "titulo", "título"];
/** Records within records. */
const DEEPEST = 4;

/**
 * The text of a broker message of any shape (§7): the envelope's `message` may be a string or a record. `frame` is the
 * JSON of the frame, for the numbers of a message without a text.
 */
export function messageText(message: unknown, frame?: string): string {
  if (typeof message === "string") return message.trim() || words.noText;
  return textWithin(message, DEEPEST) ?? readable(frame) ?? JSON.stringify(message) ?? words.noText;
}

function textWithin(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  const fields = Object.entries(value);
  return TEXT_NAMES.flatMap((name) => fields.filter(([key]) => key.toLowerCase() === name))
    .map(([, inner]) => textWithin(inner, depth - 1))
    .find((text) => text !== undefined);
}

/** The message's JSON with its own numbers, and without escaped letters. */
function readable(frame: string | undefined): string | undefined {
  const json = frame && jsonFields(frame).find(([name]) => name === "message")?.[1];
  return json?.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (string) => JSON.stringify(JSON.parse(string)));
}
