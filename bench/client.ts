import { readFileSync } from "node:fs";
import { Agent, request } from "node:https";
import { json } from "node:stream/consumers";
import { encodeBase64 } from "@lamina/shared/core/base64";
import type { RunningApi } from "../e2e/product/api.ts";
import { quantile } from "./figures.ts";

/** A user's calls to a reference API over TLS. */
export interface Client {
  /** A POST with a body, else a GET. @throws Error with the API's message for any status but 200 */
  send(path: string, body?: object): Promise<unknown>;
  /** Inserts a record and returns its id. */
  added(path: string, body: object): Promise<string>;
  /** For calls that another thread makes. */
  token: string;
  close(): void;
}

export async function logIn(
  api: Pick<RunningApi, "url" | "caFile">,
  userName: string,
  password: string,
  maxSockets = 4,
): Promise<Client> {
  const agent = new Agent({ ca: readFileSync(api.caFile), keepAlive: true, maxSockets });
  let token: string | undefined;

  function send(path: string, body?: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      };
      const sent = request(`${api.url}${path}`, { agent, method: body ? "POST" : "GET", headers }, async (answer) => {
        const content = await json(answer);
        if (answer.statusCode === 200) resolve(content);
        else reject(new Error(`${path}: ${JSON.stringify(content)}`));
      });
      sent.on("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  const credentials = { UserName: userName, Password: encodeBase64(password) };
  ({ token } = (await send("/Authentication/Login", credentials)) as { token: string });
  return {
    send,
    token: token ?? "",
    added: async (path, body) => ((await send(path, body)) as { _id: string })._id,
    close: () => agent.destroy(),
  };
}

/** p50 and p95 in ms of some rounds of work, after some rounds of warm-up. */
export async function timed(work: () => Promise<unknown>, rounds: number, warmUp = 5): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const startedAt = performance.now();
    await work();
    if (round >= warmUp) times.push(performance.now() - startedAt);
  }
  const of = (share: number) => `${quantile(times, share).toFixed(0)} ms`;
  return `p50 ${of(0.5)}, p95 ${of(0.95)}`;
}
