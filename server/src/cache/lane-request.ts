/** What the fast lane must know of a GET, taken from its bytes. */
export interface LaneRequest {
  /** The value of `Authorization`. */
  authorization: string;
  /** The address and every header that the answer may depend on: equal keys of one token get equal answers. */
  key: string;
  ifNoneMatch: string | undefined;
  /** The client's own request id. */
  requestId: string | undefined;
}

/** Where the value of a header belongs. */
const AUTHORIZATION = 0;
const IF_NONE_MATCH = 1;
const REQUEST_ID = 2;
/** The answer is another one with another value: part of the key. */
const VARYING = 3;
/** Only the ordinary way knows what to do. */
const REFUSED = 4;

const ROLES = new Map<string, number>([
  ["authorization", AUTHORIZATION],
  ["if-none-match", IF_NONE_MATCH],
  ["x-request-id", REQUEST_ID],
  ["accept", VARYING],
  ["accept-encoding", VARYING],
  ["accept-language", VARYING],
  ["cache-control", VARYING],
  ["pragma", VARYING],
  ["origin", VARYING],
  ["content-length", REFUSED],
  ["transfer-encoding", REFUSED],
  ["expect", REFUSED],
  ["range", REFUSED],
  ["if-match", REFUSED],
  ["if-unmodified-since", REFUSED],
]);
/** Most headers are told from these by their length alone. */
const LENGTHS = [...ROLES.keys()].reduce<boolean[]>((known, name) => {
  known[name.length] = true;
  return known;
}, []);
/** A token is kept as long as its answers are, beside their counted bytes: one that is longer takes the ordinary way. */
const MAX_AUTHORIZATION = 2_048;

/**
 * Reads a GET for the fast lane in one pass over its headers as they came, in their order and case. Undefined when it has
 * no token, says a thing twice, or asks for what only the ordinary way does.
 */
export function readLaneRequest(url: string, rawHeaders: readonly string[]): LaneRequest | undefined {
  let key = url;
  let authorization: string | undefined;
  let ifNoneMatch: string | undefined;
  let requestId: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] ?? "";
    if (!LENGTHS[raw.length]) continue;
    const name = raw.toLowerCase();
    const value = rawHeaders[index + 1] ?? "";
    switch (ROLES.get(name)) {
      case VARYING:
        key += `\n${name}:${value}`;
        break;
      case AUTHORIZATION:
        if (authorization !== undefined) return undefined;
        authorization = value;
        break;
      case IF_NONE_MATCH:
        if (ifNoneMatch !== undefined) return undefined;
        ifNoneMatch = value;
        break;
      case REQUEST_ID:
        if (requestId !== undefined) return undefined;
        requestId = value;
        break;
      case REFUSED:
        return undefined;
    }
  }
  if (authorization === undefined || authorization.length > MAX_AUTHORIZATION) return undefined;
  return { authorization, key, ifNoneMatch, requestId };
}
