/** What the fast lane needs of a GET, read from its raw headers. */
export interface LaneRequest {
  authorization: string;
  /** The URL and every header that the response may depend on: equal keys of one token get equal responses. */
  key: string;
  ifNoneMatch: string | undefined;
  requestId: string | undefined;
}

/** How a header is used. */
const AUTHORIZATION = 0;
const IF_NONE_MATCH = 1;
const REQUEST_ID = 2;
/** The response may vary by the value: part of the key. */
const VARYING = 3;
/** Only the normal path handles the header. */
const REFUSED = 4;
/** Refused where it is repeated. */
const HOST = 5;

const ROLES = new Map<string, number>([
  ["authorization", AUTHORIZATION],
  ["if-none-match", IF_NONE_MATCH],
  ["x-request-id", REQUEST_ID],
  ["host", HOST],
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
/** Rules out most other headers by their length alone. */
const LENGTHS = [...ROLES.keys()].reduce<boolean[]>((lengths, name) => {
  lengths[name.length] = true;
  return lengths;
}, []);
/** Tokens are held with their entries but not counted in their bytes; a longer one takes the normal path. */
const MAX_AUTHORIZATION = 2_048;

/**
 * Reads a GET for the fast lane in one pass over its raw headers, in their order and case. Undefined when it has no
 * token, repeats a header or has one that only the normal path handles.
 */
export function readLaneRequest(url: string, rawHeaders: readonly string[]): LaneRequest | undefined {
  let key = url;
  let authorization: string | undefined;
  let ifNoneMatch: string | undefined;
  let requestId: string | undefined;
  let hosts = 0;
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
      case HOST:
        hosts++;
        break;
      case REFUSED:
        return undefined;
    }
  }
  if (hosts !== 1 || authorization === undefined || authorization.length > MAX_AUTHORIZATION) return undefined;
  return { authorization, key, ifNoneMatch, requestId };
}
