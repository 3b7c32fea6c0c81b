/** Keys that hold the text in a message that is a record. */
const TEXT_KEYS = ["message", "text", "body", "title"];

/** The text of a broker message of any shape (§7): the envelope's `message` may be a string or a record. */
export function messageText(message: unknown): string {
  if (typeof message === "string") return message;
  if (typeof message === "object" && message !== null) {
    const record = message as Record<string, unknown>;
    const text = TEXT_KEYS.map((key) => record[key]).find((value) => typeof value === "string" && value !== "");
    if (typeof text === "string") return text;
  }
  return JSON.stringify(message) ?? "";
}
