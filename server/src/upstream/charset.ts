import { isUtf8 } from "node:buffer";
import { withoutEncoding } from "./decode.ts";
import type { UpstreamAnswer } from "./response-collector.ts";

const CHARSET = /;\s*charset="?([^";,\s]+)/i;
/** What old servers of these parts write where they name no charset: Latin-1, in the form that browsers read. */
const UNNAMED = "windows-1252";

/**
 * JSON in UTF-8, which is its only charset between systems (RFC 8259, 8.1): the app, and what the BFF reads itself, know
 * no other one. Other bodies stay as they are.
 */
export function jsonInUtf8(answer: UpstreamAnswer): UpstreamAnswer {
  const { body, headers, status } = answer;
  const type = String(headers["content-type"] ?? "");
  if (!Buffer.isBuffer(body) || body.length === 0 || status === 206 || !/\bjson\b/i.test(type)) return answer;
  const name = CHARSET.exec(type)?.[1]?.toLowerCase() ?? "utf-8";
  const isNamed = name !== "utf-8" && name !== "utf8" && name !== "us-ascii";
  if (!isNamed && isUtf8(body)) return answer;
  const decoder = decoderOf(isNamed ? name : charsetOf(body));
  if (!decoder) return answer;
  const text = Buffer.from(decoder.decode(body));
  const changed = withoutEncoding(answer, text);
  return { ...changed, headers: { ...changed.headers, "content-type": `${type.split(";")[0]}; charset=utf-8` } };
}

/** By the byte order mark of UTF-16. */
function charsetOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : UNNAMED;
}

function decoderOf(name: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}
