import { type Refusal, shownValue } from "@lamina/shared/rules/refusals";
import { parseJson } from "../rules/message.ts";

/** The message in a body: JSON, or a form (`tempf=43.2&humidity=46`), by its first character and not by its type. */
export function readBody(body: Uint8Array): { value: unknown } | { refusal: Refusal } {
  const text = new TextDecoder().decode(body.subarray(0, 200)).trimStart();
  if (/^[[{]/.test(text) || !/^[\w.@%+-]+=/.test(text)) return parseJson(body);
  try {
    const form = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return { value: fieldsOf(new URLSearchParams(form.trim())) };
  } catch {
    return { refusal: { id: "not-utf8", expected: "UTF-8", sent: shownValue(text) } };
  }
}

/** The fields of a form or a query, with numbers as numbers. */
export function fieldsOf(parameters: URLSearchParams): Record<string, unknown> {
  return Object.fromEntries([...parameters].map(([name, text]) => [name, isNumber(text) ? Number(text) : text]));
}

const isNumber = (text: string) => /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
