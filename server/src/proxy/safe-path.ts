import { problems } from "../errors.ts";

/** Rounds of percent-decoding that a careless API may apply. */
const MAX_DECODINGS = 3;
/** A dot segment, also with path parameters that some servers strip (`..;x`). */
const DOT_SEGMENT = /(^|\/)\.{1,2}(;[^/]*)?(\/|$)/;
const CONTROL = /\p{Cc}/u;
/** Needs no further check: the paths of the contract. */
const PLAIN = /^(\/[\w-]+)+$/;

/**
 * The path and query below a prefix, exactly as sent: `/api/Client/GetAll?x=1` → `/Client/GetAll?x=1`.
 * @param url the request target as sent
 * @throws ProblemError 400 when it could lead out of the prefix or to another host: dot segments in any encoding,
 *   empty segments, backslashes, control characters, broken percent-encoding, absolute targets
 */
export function pathBelow(prefix: string, url: string): string {
  if (!url.startsWith(`${prefix}/`)) throw problems.badRequest("The address is not one of this server.");
  const target = url.slice(prefix.length);
  const path = pathOf(target);
  if (PLAIN.test(path)) return target;
  for (let round = 0, text = path; round <= MAX_DECODINGS; round++) {
    if (isEscape(text)) throw problems.badRequest("The path is not a plain one.");
    const decoded = decode(text, round === 0);
    if (decoded === text) break;
    text = decoded;
  }
  return target;
}

export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

function isEscape(path: string): boolean {
  return path.includes("\\") || path.includes("//") || CONTROL.test(path) || DOT_SEGMENT.test(path);
}

/** Refuses broken percent-encoding in the first round; later ones leave it as literal text. */
function decode(text: string, strict: boolean): string {
  try {
    return decodeURIComponent(text);
  } catch {
    if (strict) throw problems.badRequest("The path is not properly encoded.");
    return text;
  }
}
