import { DOOR_PATH } from "@lamina/shared/doors/key-path";
import type { FastifyRequest } from "fastify";

/** Parameters of a query with the key; `PASSWORD` is that of the Weather Underground upload. */
export const KEY_PARAMETERS = ["key", "PASSWORD"] as const;

/** The key of a request, and the serial that its sender names beside it. */
interface GivenKey {
  key: string;
  user?: string | undefined;
}

/** The key in the header (Bearer, or Basic with the serial as user), else in the path or the query. */
export function keyOf({ headers, url }: Pick<FastifyRequest, "headers" | "url">): GivenKey | undefined {
  const [scheme = "", credentials = ""] = (headers.authorization ?? "").split(/ +/, 2);
  if (/^bearer$/i.test(scheme) && credentials) return { key: credentials };
  if (/^basic$/i.test(scheme)) {
    const [user = "", ...key] = Buffer.from(credentials, "base64").toString().split(":");
    return { key: key.join(":"), user };
  }
  const [path = "", query = ""] = url.split("?", 2);
  const inPath = path.slice(DOOR_PATH.length + 1).split("/", 1)[0];
  if (inPath) return { key: inPath };
  const parameters = new URLSearchParams(query);
  const name = KEY_PARAMETERS.find((one) => parameters.has(one));
  return name === undefined ? undefined : { key: parameters.get(name) ?? "" };
}
