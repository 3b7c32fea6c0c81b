import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished, vi } from "vitest";

interface ReceivedRequest {
  method: string;
  /** Path below `/api`, with its query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** The answer of a call: a JSON body with 200, or a function that writes the response. */
export type RouteAnswer = (request: ReceivedRequest, response: ServerResponse) => unknown;

export interface ApiServer {
  requests: ReceivedRequest[];
  /** Answers by `METHOD /Path`. They may change at any time. A call without an answer gets 404. */
  answers: Record<string, RouteAnswer>;
  /** Number of requests to a call, by `METHOD /Path`. */
  count(call: string): number;
}

/** A real HTTP server in place of the BFF, for one test. It receives every call of the client. */
export async function startApiServer(answers: Record<string, RouteAnswer> = {}): Promise<ApiServer> {
  const requests: ReceivedRequest[] = [];
  const api: ApiServer = {
    requests,
    answers,
    count: (call) => requests.filter((request) => `${request.method} ${request.url.split("?")[0]}` === call).length,
  };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const received: ReceivedRequest = {
      method: request.method ?? "",
      url: (request.url ?? "").replace(/^\/api/, ""),
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    requests.push(received);
    const answer = api.answers[`${received.method} ${received.url.split("?")[0]}`];
    const reply = answer ? await answer(received, response) : sendProblem(response, 404, "not-found");
    if (reply === undefined || response.writableEnded) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  vi.stubEnv("VITE_BFF_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return api;
}

/** Sends an error in the format of the BFF. */
export function sendProblem(
  response: ServerResponse,
  ...[status, id, detail, current]: [status: number, id: string, detail?: string, current?: object]
): void {
  response.writeHead(status, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ title: id, status, id, detail, current }));
}

export function sendFaults(
  response: ServerResponse,
  ...errors: { field: string; id: string; message: string }[]
): void {
  response.writeHead(400, { "content-type": "application/problem+json" });
  response.end(JSON.stringify({ title: "Dados inválidos", status: 400, id: "validation", errors }));
}
