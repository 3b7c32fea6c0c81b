import { type Agent, request } from "node:https";
import { text } from "node:stream/consumers";

export interface HttpReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The parsed JSON, or undefined without any. */
  body: unknown;
}

export interface Sent {
  method?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request over real TLS, which trusts only the agent's authorities. */
export function send(agent: Agent, url: string, { method, token, body, headers }: Sent = {}): Promise<HttpReply> {
  const payload = body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: method ?? (payload === undefined ? "GET" : "POST"),
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(payload === undefined
            ? {}
            : {
                "content-type": "application/json",
                // Node omits it for DELETE, and the server would read the body as the next request.
                "content-length": String(Buffer.byteLength(payload)),
              }),
          ...headers,
        },
      },
      async (incoming) => {
        const content = await text(incoming);
        const isJson = incoming.headers["content-type"]?.includes("json");
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          body: isJson && content !== "" ? JSON.parse(content) : content === "" ? undefined : content,
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(payload);
  });
}
