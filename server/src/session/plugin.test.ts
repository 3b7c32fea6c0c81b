import { generateKeyPairSync } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { exportJWK, SignJWT } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Config } from "../config.ts";
import { TokenError } from "../errors.ts";
import { Bff } from "../testing/bff.ts";
import { ScriptedApi, sendJson } from "../testing/scripted-api.ts";
import { token } from "../testing/token.ts";

let api: ScriptedApi;
let bff: Bff;
let now: number;

beforeEach(async () => {
  now = Date.now();
  api = await ScriptedApi.start();
  api.json("*", []);
  await start();
});
afterEach(async () => {
  await bff.stop();
  await api.stop();
});

async function start(changes: Partial<Config> = {}): Promise<void> {
  bff = await Bff.start(api, changes, { clock: () => now });
}
async function restart(changes: Partial<Config>): Promise<void> {
  await bff.stop();
  await start(changes);
}

const fault = (promise: Promise<unknown>) =>
  promise.then(
    () => "proved",
    (error: unknown) => (error instanceof TokenError ? error.reason : error),
  );

test("a token is judged by the clock of the API that issued it", async () => {
  const behindMs = 10 * 60_000;
  const date = new Date(now - behindMs).toUTCString();
  const issued = token({ exp: Math.floor((now - behindMs) / 1000) + 300 });
  const withToken = { headers: { authorization: `Bearer ${issued}` } };
  expect((await bff.ask("/api/Client/GetAll", withToken)).status).toBe(401);
  api.json("POST /Authentication/Login", { token: issued }, 200, { date });
  await bff.ask("/api/Authentication/Login", { method: "POST", body: '{"UserName":"ana","Password":"eA=="}' });
  expect((await bff.ask("/api/Client/GetAll", withToken)).status).toBe(200);
});

describe("a call that requires a token", () => {
  const later = Math.floor(Date.now() / 1000) + 60;
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test.each([
    ["none", undefined, "Token not found"],
    ["another scheme", "Basic YTpi", "Token not found"],
    ["an empty one", "Bearer ", "Token not found"],
    ["two parts", `Bearer a.${part({ exp: later })}`, "Token malformed"],
    ["four parts", `Bearer a.${part({ exp: later })}.c.d`, "Token malformed"],
    ["an empty part", `Bearer a.${part({ exp: later })}.`, "Token malformed"],
    ["a payload that is no JSON", "Bearer a.b.c", "Token malformed"],
    ["no expiry", `Bearer a.${part({ name: "ana" })}.c`, "Token malformed"],
    ["an expiry in the past", `Bearer a.${part({ exp: 1_000 })}.c`, "Token expired"],
  ])("with %s: 401, and the API is not called", async (_what, authorization, title) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const method of ["GET", "POST", "DELETE", "HEAD"]) {
      const reply = await bff.ask("/api/Client/GetAll", { method, headers });
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toContain("Bearer");
      if (method === "HEAD") continue;
      expect(reply.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      expect(reply.json).toMatchObject({ title, status: 401, requestId: reply.headers["x-request-id"] });
    }
    expect(api.calls).toEqual([]);
  });

  test.each([
    ["GET", "/api/Authentication/Login"],
    ["PUT", "/api/Authentication/Login"],
    ["POST", "/api/Authentication/Login/"],
    ["POST", "/api/Authentication/Login-anything"],
    ["POST", "/api/Authentication/Login/../../Client/Update"],
    ["POST", "/api/authentication/login"],
    ["POST", "/api/Authentication/%4cogin"],
    ["POST", "/api/Authentication/RenewToken"],
  ])("%s %s is not the login", async (method, path) => {
    expect([400, 401]).toContain((await bff.ask(path, { method })).status);
    expect(api.calls).toEqual([]);
  });

  test("the authentication scheme is case-insensitive", async () => {
    expect((await bff.ask("/api/Client/GetAll", { headers: { authorization: `bearer  ${token()}` } })).status).toBe(
      200,
    );
  });
});

describe("a proof", () => {
  const servePage = () => {
    api.on("*", (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html></html>"));
  };

  test("is the API's list of clients for that token, requested once", async () => {
    const ana = token({ name: "ana" });
    const proofs = await Promise.all([1, 2, 3].map(() => bff.app.tokens.prove(ana)));
    expect(proofs[0]).toMatchObject({ claims: { name: "ana" }, payload: ana.split(".")[1] });
    expect(proofs[0]?.hash).toMatch(/^[\da-f]{64}$/);
    expect(api.calls).toMatchObject([
      { method: "GET", url: "/Client/GetAll", headers: { authorization: `Bearer ${ana}` } },
    ]);
    await bff.app.tokens.prove(ana);
    expect(api.calls).toHaveLength(1);
  });

  test("is a side effect of the list of clients, and of no other path, method or answer", async () => {
    const [known, query, other, unknown, written] = [token(), token(), token(), token(), token()];
    await bff.ask("/api/Client/GetAll", { token: known });
    await bff.ask("/api/Client/GetAll?page=1", { token: query });
    await bff.ask("/api/Menu/GetAll", { token: other });
    await bff.ask("/api/public/landing", { token: unknown });
    await bff.post("/api/Client/Update", {}, { token: written });
    const page = token();
    servePage();
    await bff.ask("/api/Client/GetAll", { token: page });
    api.json("*", {}, 401);
    const verdicts = [known, query, other, unknown, written, page].map((each) => fault(bff.app.tokens.prove(each)));
    expect(await Promise.all(verdicts)).toEqual(["proved", "proved", ...Array(4).fill("rejected")]);
  });

  test.each([
    ["a page", "text/html", "<html><h1>Em manutenção</h1></html>"],
    ["nothing", "application/json", ""],
    ["an object", "application/json", '{"status":"ok"}'],
    ["errors", "application/json", '[{"code":401,"message":"Unauthorized"}]'],
    ["half a list", "application/json", '[{"_id":"1"},'],
  ])("is not %s, whatever its status", async (_what, type, body) => {
    for (const status of [200, 201, 203, 206, 299]) {
      api.on("*", (_request, response) => response.writeHead(status, { "content-type": type }).end(body));
      const ana = token();
      await bff.ask("/api/Client/GetAll", { token: ana });
      expect(await fault(bff.app.tokens.prove(ana))).toBe("unavailable");
    }
  });

  test("may be a list in a wrapper, a long one, or one that is encoded although that was not asked", async () => {
    api.json("*", { Result: { items: [{ _id: 7 }] }, success: true });
    expect(await fault(bff.app.tokens.prove(token()))).toBe("proved");
    const long = Array.from({ length: 30_000 }, (_, id) => ({ _id: String(id), name: "Fazenda São João da Barra" }));
    api.json("*", long);
    expect(await fault(bff.app.tokens.prove(token()))).toBe("proved");
    for (const [encoding, encode] of [["gzip", gzipSync] as const, ["br", brotliCompressSync] as const]) {
      for (const list of [[{ _id: 1 }], []]) {
        api.on("*", (_request, response) => {
          response.writeHead(200, { "content-encoding": encoding }).end(encode(JSON.stringify(list)));
        });
        expect(await fault(bff.app.tokens.prove(token()))).toBe("proved");
      }
    }
    const bomb = gzipSync(Buffer.alloc(20_000_000, " "));
    api.on("*", (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    expect(await fault(bff.app.tokens.prove(token()))).toBe("unavailable");
  });

  test("logs an outage once with its reason, and its end", async () => {
    await bff.stop();
    const lines: string[] = [];
    const logOutput = { write: (line: string) => void lines.push(line), flushSync() {} };
    bff = await Bff.start(api, { logLevel: "info" }, { logOutput });
    for (let outage = 0; outage < 2; outage++) {
      servePage();
      for (let attempt = 0; attempt < 3; attempt++) await fault(bff.app.tokens.prove(token()));
      api.json("*", []);
      for (let attempt = 0; attempt < 3; attempt++) await fault(bff.app.tokens.prove(token()));
    }
    const said = lines.map((line) => JSON.parse(line)).filter(({ msg }) => /proves/.test(msg));
    const begin = { level: "warn", reason: "the answer is no list of clients", status: 200, type: "text/html" };
    expect(said).toMatchObject([begin, { level: "info" }, begin, { level: "info" }]);
  });

  test.each([
    [401, "rejected"],
    [403, "rejected"],
    [500, "unavailable"],
    [302, "unavailable"],
  ])("is not a %i: %s", async (status, expected) => {
    api.json("*", {}, status);
    expect(await fault(bff.app.tokens.prove(token()))).toBe(expected);
  });

  test("is not given for an invalid token, nor without the API", async () => {
    const { prove } = bff.app.tokens;
    expect(await fault(prove.call(bff.app.tokens, ""))).toBe("missing");
    expect(await fault(bff.app.tokens.prove("a.b.c"))).toBe("malformed");
    expect(await fault(bff.app.tokens.prove(token({ exp: 1 })))).toBe("expired");
    expect(api.calls).toEqual([]);
    await api.stop();
    expect(await fault(bff.app.tokens.prove(token()))).toBe("unavailable");
  });

  test("ends at the token's expiry, and is renewed where a recent one is required", async () => {
    const ana = token({ exp: Math.floor(now / 1000) + 60 });
    await bff.app.tokens.prove(ana);
    now += 30_000;
    await bff.app.tokens.prove(ana, { maxAgeMs: 30_000 });
    expect(api.calls).toHaveLength(1);
    await bff.app.tokens.prove(ana, { maxAgeMs: 29_999 });
    expect(api.calls).toHaveLength(2);
    now += 31_000;
    expect(await fault(bff.app.tokens.prove(ana))).toBe("expired");
  });

  test("is revoked by a 401 on any call, and listeners are notified", async () => {
    const ana = token();
    const { hash } = await bff.app.tokens.prove(ana);
    const heard: string[] = [];
    const stop = bff.app.tokens.onRejected((rejected) => heard.push(rejected));
    api.json("POST /Client/Update", {}, 401);
    await bff.post("/api/Client/Update", {}, { token: ana });
    expect(heard).toEqual([hash]);
    api.json("GET /Client/GetAll", {}, 401);
    expect(await fault(bff.app.tokens.prove(ana))).toBe("rejected");
    stop();
    await bff.post("/api/Client/Update", {}, { token: ana });
    expect(heard).toHaveLength(1);
  });

  test("that was requested before a 401 does not survive it", async () => {
    const ana = token();
    const gate = Promise.withResolvers<void>();
    api.on("GET /Client/GetAll", async (_request, response) => {
      await gate.promise;
      sendJson(response, []);
    });
    const asked = fault(bff.app.tokens.prove(ana));
    await vi.waitFor(() => expect(api.calls).toHaveLength(1));
    api.json("GET /Menu/GetAll", {}, 401);
    await bff.ask("/api/Menu/GetAll", { token: ana });
    gate.resolve();
    expect(await asked).toBe("rejected");
  });
});

describe("a proof by signature", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const sign = (key: Parameters<SignJWT["sign"]>[0], alg: string, kid = "1") =>
    new SignJWT({ name: "ana" }).setProtectedHeader({ alg, kid }).setExpirationTime("1h").sign(key);
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();

  test("with a public key: accepts only tokens of that key, and none signed with the key's text as a secret", async () => {
    await restart({ tokenProof: { by: "public-key", pem } });
    expect(await fault(bff.app.tokens.prove(await sign(privateKey, "ES256")))).toBe("proved");
    expect(await fault(bff.app.tokens.prove(await sign(other.privateKey, "ES256")))).toBe("rejected");
    expect(await fault(bff.app.tokens.prove(await sign(new TextEncoder().encode(pem), "HS256")))).toBe("rejected");
    expect(await fault(bff.app.tokens.prove(token()))).toBe("rejected");
    expect(api.calls).toEqual([]);
  });

  test("the API's 2xx does not prove a token that the key refuses; its 401 refuses one that the key proves", async () => {
    await restart({ tokenProof: { by: "public-key", pem } });
    const forged = token();
    await bff.ask("/api/Client/GetAll", { token: forged });
    expect(await fault(bff.app.tokens.prove(forged))).toBe("rejected");
    const revoked = await sign(privateKey, "ES256");
    api.json("*", {}, 401);
    await bff.ask("/api/Client/GetAll", { token: revoked });
    expect(await fault(bff.app.tokens.prove(revoked))).toBe("rejected");
  });

  test("with a shared secret", async () => {
    const secret = "a secret of at least thirty-two bytes";
    await restart({ tokenProof: { by: "secret", secret } });
    expect(await fault(bff.app.tokens.prove(await sign(new TextEncoder().encode(secret), "HS256")))).toBe("proved");
    expect(await fault(bff.app.tokens.prove(await sign(new TextEncoder().encode(`${secret}!`), "HS256")))).toBe(
      "rejected",
    );
  });

  test("with a key set; an unreachable one refuses no token", async () => {
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }] };
    api.json("GET /jwks", keys);
    const jwks: Config["tokenProof"] = { by: "jwks", url: `${api.url}/jwks` };
    await restart({ tokenProof: jwks });
    expect(await fault(bff.app.tokens.prove(await sign(privateKey, "ES256")))).toBe("proved");
    expect(await fault(bff.app.tokens.prove(await sign(other.privateKey, "ES256")))).toBe("rejected");
    await restart({ tokenProof: jwks, upstream: { url: api.url, ca: undefined } });
    expect(await fault(bff.app.tokens.prove(await sign(privateKey, "ES256")))).toBe("unavailable");
    await restart({ tokenProof: jwks });
    await api.stop();
    expect(await fault(bff.app.tokens.prove(await sign(privateKey, "ES256")))).toBe("unavailable");
  });
});

describe("the login", () => {
  const login = (UserName: string, headers: Record<string, string> = {}) =>
    bff.post("/api/Authentication/Login", { UserName, Password: "eA==" }, { headers });
  const answer = (body: unknown, status = 200) => api.json("POST /Authentication/Login", body, status);
  const WINDOW_MS = 60_000;
  beforeEach(() => restart({ login: { maxFailures: 3, windowMs: WINDOW_MS }, trustProxy: ["127.0.0.1"] }));

  test.each([
    ["an empty token", { token: "" }, 200],
    ["no token", {}, 200],
    ["401", {}, 401],
    ["403", {}, 403],
  ])("is limited after failures by %s, with the time to wait", async (_what, body, status) => {
    answer(body, status);
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await login("ana")).toMatchObject({ status, json: body });
      now += 10_000;
    }
    const limited = await login("ANA ");
    expect(limited).toMatchObject({ status: 429, json: { status: 429, id: "too-many-failed-logins" } });
    expect(limited.headers["retry-after"]).toBe("30");
    expect(api.calls).toHaveLength(3);
    expect((await login("bruno")).status).toBe(status);
    expect((await login("ana", { "x-forwarded-for": "203.0.113.9" })).status).toBe(status);
    now += 30_000;
    expect((await login("ana")).status).toBe(status);
  });

  test("counts running attempts, so that a burst does not pass", async () => {
    answer({ token: "" });
    const replies = await Promise.all(Array.from({ length: 20 }, () => login("ana")));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(api.calls).toHaveLength(3);
  });

  test("starts at zero after a success", async () => {
    for (let round = 0; round < 3; round++) {
      answer({ token: "" });
      await login("ana");
      await login("ana");
      answer({ token: token() });
      expect((await login("ana")).status).toBe(200);
    }
  });

  test("succeeds also with a long token in a compressed response", async () => {
    answer({ token: token({ roles: Array.from({ length: 200 }, (_, index) => `farm-${index}`) }) });
    for (let attempt = 0; attempt < 5; attempt++) {
      const reply = await login("ana", { "accept-encoding": "br" });
      expect(reply).toMatchObject({ status: 200, headers: { "content-encoding": "br" } });
    }
  });

  test("does not count against the user when the API fails", async () => {
    answer({}, 500);
    for (let attempt = 0; attempt < 5; attempt++) expect((await login("ana")).status).toBe(500);
    api.on("POST /Authentication/Login", (_request, response) => response.end("\r\n<!doctype html><h1>Em manutenção"));
    for (let attempt = 0; attempt < 5; attempt++) expect((await login("ana")).status).toBe(200);
    answer({ token: token() });
    expect((await login("ana")).status).toBe(200);
  });

  test("is counted for the user that is forwarded", async () => {
    answer({ token: "" });
    const body = '{"UserName":"ana","username":"bruno","UserName":"carla","Password":"eA=="}';
    await bff.ask("/api/Authentication/Login", {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    expect(api.calls[0]?.body).toBe('{"UserName":"carla","Password":"eA=="}');
  });

  // An API that also reads forms or queries would find another user there than the counted one.
  test.each([
    ["/api/Authentication/Login?UserName=bruno&Password=eA==", "application/json"],
    ["/api/Authentication/Login", "application/x-www-form-urlencoded"],
    ["/api/Authentication/Login", "application/json; charset=utf-16"],
    ["/api/Authentication/Login", undefined],
  ])("is forwarded as JSON without a query: %s, %s", async (path, type) => {
    answer({ token: "" });
    const body = '{"UserName":"ana&UserName=bruno","Password":"eA=="}';
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    expect((await bff.ask(path, { method: "POST", body, headers })).status).toBe(200);
    expect(api.calls).toMatchObject([
      { url: "/Authentication/Login", headers: { "content-type": "application/json" }, body },
    ]);
  });

  test.each(["", "[]", "{", '{"UserName":1,"Password":"x"}', '{"UserName":"ana"}'])("refuses %j: 400", async (body) => {
    const reply = await bff.ask("/api/Authentication/Login", { method: "POST", body });
    expect(reply).toMatchObject({ status: 400, json: { id: "bad-request" } });
    expect(api.calls).toEqual([]);
  });

  test("shares one count for all addresses of an IPv6 network", async () => {
    answer({ token: "" });
    for (let host = 1; host <= 3; host++) await login("ana", { "x-forwarded-for": `2001:db8:1:2::${host}` });
    expect((await login("ana", { "x-forwarded-for": "2001:db8:1:2:aaaa::9" })).status).toBe(429);
    expect((await login("ana", { "x-forwarded-for": "2001:db8:1:3::1" })).status).toBe(200);
  });

  test("ignores a spoofed address without a trusted proxy", async () => {
    await restart({ login: { maxFailures: 3, windowMs: WINDOW_MS }, trustProxy: false });
    answer({ token: "" });
    for (let host = 1; host <= 3; host++) await login("ana", { "x-forwarded-for": `203.0.113.${host}` });
    expect((await login("ana", { "x-forwarded-for": "203.0.113.99" })).status).toBe(429);
  });
});
