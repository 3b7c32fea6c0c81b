import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import { MINUTE_MS } from "@lamina/shared/core/time";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZodUndefined } from "zod";
import { expectProblem, startTestApi, type TestApi } from "../../testing/api.ts";
import { ADDRESS_FACTOR } from "../access/identity/login-limit.ts";
import { refuseUnguardedRoutes } from "./router.ts";

/** Two, because two of the guessed names may share a counter. */
const MAX_FAILURES = 2;
const MAX_OF_ADDRESS = ADDRESS_FACTOR * MAX_FAILURES;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { LOGIN_MAX_FAILURES: String(MAX_FAILURES) } });
});
afterAll(() => api?.close());

const served = () => {
  const { paths } = api.app.swagger() as { paths: Record<string, Record<string, unknown>> };
  return allEndpoints.filter(({ path, method }) => paths[path]?.[method.toLowerCase()]);
};

describe("calls over HTTP", () => {
  it("requires a token on every call that is not public, whatever else is sent", async () => {
    expect(served().length).toBeGreaterThanOrEqual(16);
    for (const { method, path, public: isPublic } of served()) {
      if (isPublic) continue;
      for (const body of method === "GET" ? [undefined] : [undefined, "{", {}])
        expectProblem(await api.send(path, { method, body }), 401, "token-not-found");
    }
  });

  it("lets no browser guess the type of an answer, and no cache give it to another person", async () => {
    const token = await api.login("ana");
    const headers = async (path: string, sent?: Parameters<TestApi["send"]>[1]) => {
      const { headers: all } = await api.send(path, sent);
      return [all["x-content-type-options"], all["cache-control"]];
    };
    expect(await headers("/Client/GetAll", { token })).toEqual(["nosniff", "private, no-cache"]);
    expect(await headers("/User/GetSecondFactor", { token })).toEqual(["nosniff", "no-store"]);
    expect(await headers("/Client/GetAll")).toEqual(["nosniff", "no-store"]);
    expect(await headers("/Nada/GetAll", { token })).toEqual(["nosniff", "no-store"]);
    expect(await headers("/Client/Update", { token, body: {} })).toEqual(["nosniff", "no-store"]);
  });

  it("opens only the routes of the table and the public pages", () => {
    const app = Fastify();
    refuseUnguardedRoutes(app);
    expect(() => app.get("/backdoor", async () => "open")).toThrow("/backdoor was not added by the router");
  });

  it.each([
    ["GET", "/Nada/GetAll"],
    ["POST", "/Client/GetAll"],
    ["HEAD", "/Client/GetAll"],
    ["OPTIONS", "/Client/GetAll"],
    ["GET", "/client/getall"],
  ])("knows no %s %s", async (method, path) => {
    expect((await api.send(path, { method, token: "a.b.c" })).status).toBe(404);
  });

  it("answers an unreadable address with a problem", async () => {
    expectProblem(await api.send("/Client/%zz"), 400, "bad-request");
  });

  it("rejects bodies that are too large, not JSON, or of another type", async () => {
    const token = await api.login("ana");
    const update = (body: string, type = "application/json") =>
      api.send("/Client/Update", { token, body, headers: { "content-type": type } });
    expectProblem(await update(JSON.stringify({ name: "x".repeat(2 ** 20) })), 413, "body-too-large");
    expectProblem(await update("{"), 400, "bad-request");
    expectProblem(await update('{"__proto__":{"x":1}}'), 400, "bad-request");
    expectProblem(await update("name=x", "application/x-www-form-urlencoded"), 400, "bad-request");
    expectProblem(await update(""), 400, "validation");
  });

  it("trusts no forwarded address, even from a private network, when no proxy is configured", async () => {
    const guess = (index: number) =>
      api.send("/Authentication/Login", {
        body: { UserName: `pessoa-${index}`, Password: "eA==" },
        headers: { "x-forwarded-for": `203.0.113.${index}`, forwarded: `for=203.0.113.${index}` },
      });
    for (let index = 0; index < MAX_OF_ADDRESS; index++) expect((await guess(index)).body).toEqual({ token: "" });
    expectProblem(await guess(MAX_OF_ADDRESS), 429, "too-many-failed-logins");
    api.clock.advance(15 * MINUTE_MS);
  });

  it("answers an unexpected error with only the request's id", async () => {
    const token = await api.login("ana");
    const { app, database } = api;
    const original = database.select;
    database.select = () => {
      throw new Error("postgres://lamina:segredo@db");
    };
    try {
      const answer = await app.inject({ url: "/Client/GetAll", headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode).toBe(500);
      expect(answer.json()).toMatchObject({ id: "internal", status: 500, requestId: expect.any(String) });
      expect(answer.body).not.toContain("segredo");
    } finally {
      database.select = original;
    }
  });

  it("lets a request in flight finish during the close", async () => {
    const other = await startTestApi();
    const login = other.login("ana");
    await new Promise((resolve) => other.app.server.once("request", resolve));
    await other.app.close();
    expect(await login).toContain(".");
    await other.close();
  });
});

describe("the documentation", () => {
  it("describes every served call with its fields, units and right", async () => {
    const { body } = await api.send("/openapi.json");
    expect(body).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      paths: {
        "/Farm/Insert": {
          post: {
            description: expect.stringContaining("farms:create"),
            requestBody: {
              content: { "application/json": { schema: { properties: { altitude: { type: "number", unit: "m" } } } } },
            },
          },
        },
        "/Authentication/Login": { post: { security: [] } },
      },
    });
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };
    for (const { path, method, query, body: sent, summary } of allEndpoints) {
      expect(paths[path]?.[method.toLowerCase()], path).toMatchObject({
        summary,
        ...(query instanceof ZodUndefined ? {} : { parameters: expect.any(Array) }),
        ...(sent instanceof ZodUndefined ? {} : { requestBody: expect.any(Object) }),
        responses: {
          200: { content: expect.any(Object) },
          default: { content: { "application/problem+json": { schema: { required: ["title", "status"] } } } },
        },
      });
    }
  });

  it("is available as a page that loads only its own files", async () => {
    const { body, headers } = await api.send("/docs");
    expect(headers["content-type"]).toContain("text/html");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|unsafe/);
    const files = [...String(body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? "");
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      expect(file).toMatch(/^\/docs\//);
      const answer = await api.send(file);
      expect([file, answer.status]).toEqual([file, 200]);
    }
    const { body: initializer } = await api.send("/docs/static/swagger-initializer.js");
    expect(initializer).toContain("./json");
    expect(await api.send("/docs/json")).toMatchObject({ status: 200, body: (await api.send("/openapi.json")).body });
  });
});
