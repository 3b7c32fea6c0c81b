/** Names of the fields that hold the text in a message that is a record, the best first. */
const TEXT_NAMES = ["message", "mensagem", "text", "texto", "msg", "body", "title", "titulo", "título"];
/** Records within records. */
const DEEPEST = 4;

/**
 * The text of a broker message of any shape (§7): the envelope's `message` may be a string or a record. `json` is the
 * message as written, for the numbers of one without a text.
 * @returns undefined for an empty text
 */
export function messageText(message: unknown, json?: string): string | undefined {
  if (typeof message === "string") return message.trim() || undefined;
  return textWithin(message) ?? readable(json) ?? JSON.stringify(message);
}

/** The path of the app that a message's link names; undefined for any other address. */
export function appPath(link: string | null | undefined): string | undefined {
  // Two slashes, of either kind, would name another host.
  return link && /^\/(?![/\\])/.test(link) ? link : undefined;
}

/** The text of a record by the names of its fields. */
export function textWithin(value: unknown, depth = DEEPEST): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (typeof value !== "object" || value === null || depth === 0) return undefined;
  const fields = Object.entries(value);
  return TEXT_NAMES.flatMap((name) => fields.filter(([key]) => key.toLowerCase() === name))
    .map(([, inner]) => textWithin(inner, depth - 1))
    .find((text) => text !== undefined);
}

/** JSON with its own numbers, and without escaped letters. */
function readable(json: string | undefined): string | undefined {
  return json?.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, (string) => JSON.stringify(JSON.parse(string)));
}
