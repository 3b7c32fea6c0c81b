import { endpoints } from "@lamina/shared/calls/endpoints";
import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { sendProblem, startApiServer } from "../testing/api-server.ts";
import { connectCredentials } from "./credentials.ts";
import { ApiError } from "./error.ts";
import { call, observeRequests, type RequestNotice } from "./http.ts";

const missing = vi.fn();
const refused = vi.fn();
let token: string | null = "a.b.c";

beforeEach(() => {
  token = "a.b.c";
  missing.mockReset();
  refused.mockReset();
  connectCredentials({ token: () => token, missing, refused });
});

function observed(): RequestNotice[] {
  const notices: RequestNotice[] = [];
  onTestFinished(observeRequests((notice) => notices.push(notice)));
  return notices;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a call", () => {
  it("sends the bearer token, and returns the parsed reply", async () => {
    const api = await startApiServer({
      "GET /Client/GetAll": () => [{ _id: "c1", id: 7, typeChart: "1", farmsCount: 3 }],
    });
    expect(await call(endpoints.clientGetAll)).toEqual([{ _id: "c1", id: "7", name: "", typeChart: 1, farmsCount: 3 }]);
    expect(api.requests[0]?.headers).toMatchObject({
      authorization: "Bearer a.b.c",
      "cache-control": "stale-if-error=0",
    });
  });

  it("sends its query with the names of the API, and its body as JSON", async () => {
    const api = await startApiServer({
      "GET /Menu/GetByClientID": () => [],
      "GET /Menu/GetAll": () => [],
      "POST /Client/Update": () => ({ matchedCount: 1 }),
    });
    await call(endpoints.menuGetByClient, { query: { ID: "ç&1" } });
    await call(endpoints.clientUpdate, { body: { _id: "c1", name: "Boa Vista" } });
    expect(api.requests[0]?.url).toBe("/Menu/GetByClientID?ID=%C3%A7%261");
    expect(api.requests[1]?.body).toEqual({ _id: "c1", name: "Boa Vista" });
  });

  it("to the login sends no token even when there is one", async () => {
    const api = await startApiServer({ "POST /Authentication/Login": () => ({ token: "x" }) });
    await call(endpoints.login, { body: { UserName: "ana", Password: "" } });
    expect(api.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("is published with its path and status, without query, body or token", async () => {
    await startApiServer({ "GET /Menu/GetByClientID": () => [] });
    const notices = observed();
    await call(endpoints.menuGetByClient, { query: { ID: "c1" } });
    const event = { method: "GET", path: "/Menu/GetByClientID", status: 200, durationMs: expect.any(Number) };
    expect(notices).toEqual([{ type: "start" }, { type: "end", event }]);
  });
});

describe("a call without a token", () => {
  it("fails with 'Token not found', reports the missing token, publishes its end, and sends nothing", async () => {
    token = null;
    const api = await startApiServer();
    const notices = observed();
    await expect(call(endpoints.clientGetAll)).rejects.toThrow("Token not found");
    expect(missing).toHaveBeenCalledOnce();
    expect(notices.map((notice) => notice.type)).toEqual(["start", "end"]);
    expect(api.requests).toEqual([]);
  });
});

describe("a refusal", () => {
  it("with 401 reports the token that was sent as refused", async () => {
    await startApiServer({ "GET /Client/GetAll": (_request, response) => sendProblem(response, 401, "token-expired") });
    const error = await failure(call(endpoints.clientGetAll));
    expect(error).toMatchObject({ id: "token-expired", status: 401, reportable: false });
    expect(refused).toHaveBeenCalledWith("a.b.c");
  });

  it("with 401 at the login reports no token as refused", async () => {
    await startApiServer({
      "POST /Authentication/Login": (_request, response) => sendProblem(response, 401, "token-rejected"),
    });
    expect(await failure(call(endpoints.login, { body: { UserName: "ana", Password: "" } }))).toBeInstanceOf(ApiError);
    expect(refused).not.toHaveBeenCalled();
  });

  it("says how long to wait", async () => {
    await startApiServer({
      "POST /Authentication/Login": (_request, response) => {
        response.setHeader("retry-after", "42");
        sendProblem(response, 429, "too-many-failed-logins");
      },
    });
    const error = await failure(call(endpoints.login, { body: { UserName: "ana", Password: "" } }));
    expect(error).toMatchObject({ id: "too-many-failed-logins", status: 429, retryAfter: 42 });
  });

  it.each([
    ["120", 120],
    ["Wed, 21 Oct 2026 07:30:00 GMT", 120],
    ["Wed, 21 Oct 2026 07:00:00 GMT", 0],
    ["99999999999", 86_400],
    ["later", undefined],
  ])("reads Retry-After: %s of a gateway, by the gateway's clock", async (value, seconds) => {
    await startApiServer({
      "GET /Client/GetAll": (_request, response) =>
        void response.writeHead(503, { "retry-after": value, date: "Wed, 21 Oct 2026 07:28:00 GMT" }).end(),
    });
    expect((await failure(call(endpoints.clientGetAll))) as ApiError).toHaveProperty("retryAfter", seconds);
  });

  it("with a body of the API's own has an id too, and is reportable from 500 on", async () => {
    await startApiServer({
      "GET /Client/GetAll": (_request, response) => void response.writeHead(500).end("<h1>Oops"),
    });
    expect(await failure(call(endpoints.clientGetAll))).toMatchObject({
      id: "http-500",
      status: 500,
      retryAfter: undefined,
      reportable: true,
    });
  });
});

describe("an invalid answer", () => {
  it.each([
    ["another shape", () => ({ not: "a list" })],
    ["no JSON", (_request: unknown, response: { end(text: string): void }) => void response.end("ok")],
  ])("%s is an error with a name", async (_case, answer) => {
    await startApiServer({ "GET /Client/GetAll": answer });
    expect(await failure(call(endpoints.clientGetAll))).toMatchObject({ id: "reply-mismatch", status: 200 });
  });

  it.each([
    ["with its type", { "content-type": "text/html; charset=utf-8" }],
    ["without a type", {}],
  ])("the page of a portal that asks for a login is no answer, %s", async (_case, headers) => {
    await startApiServer({
      "GET /Client/GetAll": (_request, response) => {
        response.writeHead(200, headers);
        response.end("<!doctype html><title>Wi-Fi</title>");
      },
    });
    expect(await failure(call(endpoints.clientGetAll))).toMatchObject({ id: "network", status: 0, reportable: false });
  });

  it("a broken connection is an error of the network", async () => {
    await startApiServer({ "GET /Client/GetAll": (_request, response) => void response.destroy() });
    const notices = observed();
    expect(await failure(call(endpoints.clientGetAll))).toMatchObject({ id: "network", status: 0, reportable: false });
    expect(notices.at(-1)).toMatchObject({ type: "end", event: { status: 0 } });
  });

  it("a missing answer ends the call after 30 s", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const api = await startApiServer({ "GET /Client/GetAll": () => undefined });
    const answer = failure(call(endpoints.clientGetAll));
    await vi.waitUntil(() => api.requests.length === 1);
    vi.advanceTimersByTime(REQUEST_TIMEOUT_MS);
    expect(await answer).toMatchObject({ id: "timeout", status: 0 });
  });

  it("a call that its caller cancels ends with the caller's reason", async () => {
    const api = await startApiServer({ "GET /Client/GetAll": () => undefined });
    const controller = new AbortController();
    const answer = failure(call(endpoints.clientGetAll, { signal: controller.signal }));
    await vi.waitUntil(() => api.requests.length === 1);
    controller.abort();
    expect(await answer).toMatchObject({ name: "AbortError" });
  });
});
