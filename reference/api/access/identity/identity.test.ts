import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { isValid, readClaims } from "@lamina/shared/access/authentication";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { createRemoteJWKSet, customFetch, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { sessions, users } from "../../schema/identity.ts";
import { GroupId } from "./groups.ts";
import { ADDRESS_FACTOR, NAME_FACTOR } from "./login-limit.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { addUser } from "./seed.ts";

const anyCall = (api: TestApi, token?: string) => api.send("/Client/GetAll", { token });

async function login(api: TestApi, body: unknown, headers: Record<string, string> = {}) {
  return api.send("/Authentication/Login", { body, headers });
}

const MAX_FAILURES = 6;
/** The BFF of these tests, whose forwarding headers are trusted. */
const environment = { TRUST_PROXY: "loopback", LOGIN_MAX_FAILURES: String(MAX_FAILURES) };

describeApi(
  "identity",
  (api) => {
    it("logs in with a token of 8 h with the user, the roles and its id", async () => {
      const token = await api().login("ana");
      const claims = readClaims(token);
      expect(claims).toMatchObject({ name: "ana", roles: ["Gestor"], jti: expect.stringMatching(/^[0-9a-f-]{36}$/) });
      expect(isValid(token, api().clock.now().getTime())).toBe(true);
      expect((claims?.exp ?? 0) - Math.floor(api().clock.now().getTime() / 1000)).toBe(8 * 3600);
      expect((await anyCall(api(), token)).status).toBe(200);
    });

    it("finds the login in any letter case, and returns the name as stored", async () => {
      expect(readClaims(await api().login("ANA"))?.name).toBe("ana");
    });

    it.each([
      ["a wrong password", "ana", encodeBase64("errada")],
      ["an unknown user", "ninguem", encodeBase64("irrigar")],
      ["a password that is not base64", "ana", "%%%"],
      ["a password in plain text", "ana", "irrigar"],
      ["an empty password", "ana", ""],
    ])("answers an empty token to %s", async (_case, UserName, Password) => {
      const answer = await login(api(), { UserName, Password });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ token: "" });
    });

    it("accepts a password beyond ASCII", async () => {
      const passwordHash = await hashPassword("irrigação é vida");
      await api().database.update(users).set({ passwordHash }).where(eq(users.userName, "carla"));
      expect(await api().login("carla", "irrigação é vida")).not.toBe("");
      expect(await api().login("carla", "irrigacao e vida")).toBe("");
    });

    it("rejects a login without a user name, and names the field", async () => {
      const answer = await login(api(), { Password: "" });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({
        errors: [{ field: "UserName", id: "required", message: "Campo obrigatório." }],
      });
    });

    it.each([
      ["no JSON", "{"],
      ["a list", "[]"],
      ["an attack on the prototype", '{"__proto__":{"UserName":"ana"}}'],
    ])("refuses a login that is %s", async (_case, body) => {
      expect((await login(api(), body)).status).toBe(400);
    });

    describe("the limit of guesses", () => {
      const from = (address: string) => ({ "x-forwarded-for": address });
      afterAll(() => api().clock.advance(15 * MINUTE_MS));
      const guess = (UserName: string, address: string, password = "errada") =>
        login(api(), { UserName, Password: encodeBase64(password) }, from(address));

      it("counts by the address that a configured proxy names, with 429 and a time to wait", async () => {
        const guesses = Array.from({ length: ADDRESS_FACTOR * MAX_FAILURES }, (_, index) =>
          guess(`pessoa-${index}`, `2001:db8:1:1::${index + 1}`),
        );
        for (const answer of await Promise.all(guesses)) expect(answer.body).toEqual({ token: "" });
        const refused = await guess("ana", "2001:db8:1:1:ffff::1", "irrigar");
        expectProblem(refused, 429, "too-many-failed-logins");
        expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
        expect((await guess("ana", "2001:db8:1:2::1", "irrigar")).body).not.toEqual({ token: "" });
      });

      it("lets a user in from an address of an earlier login, while strangers guess", async () => {
        const [home, elsewhere] = ["198.51.100.1", "198.51.100.2"];
        expect((await guess("bruno", home, "irrigar")).body).not.toEqual({ token: "" });
        for (let index = 0; index < NAME_FACTOR * MAX_FAILURES; index++) await guess("bruno", `203.0.113.${index}`);
        expect((await guess("bruno", elsewhere, "irrigar")).status).toBe(429);
        expect((await guess("bruno", home, "irrigar")).body).not.toEqual({ token: "" });
        for (let index = 0; index < MAX_FAILURES; index++) await guess("bruno", home);
        expect((await guess("bruno", home, "irrigar")).status).toBe(429);
      });

      it("lets a right password in from a new address after many wrong ones of a stranger", async () => {
        for (let index = 0; index < 35; index++) await guess("ana", "203.0.113.200");
        expect((await guess("ana", "203.0.113.200", "irrigar")).status).toBe(429);
        expect((await guess("ana", "198.51.100.30", "irrigar")).body).not.toEqual({ token: "" });
      });

      it("lets a user in on a device of an earlier login, from a new address, while many strangers guess", async () => {
        const on = (Device: string, address: string) =>
          login(api(), { UserName: "ana", Password: encodeBase64("irrigar"), Device }, from(address));
        const device = "a-secret-of-the-device";
        expect((await on(device, "198.51.100.31")).status).toBe(200);
        for (let index = 0; index < NAME_FACTOR * MAX_FAILURES; index++) await guess("ana", `203.0.115.${index}`);
        expect((await on("another-secret-of-it", "198.51.100.32")).status).toBe(429);
        expect((await on(device, "198.51.100.32")).body).not.toEqual({ token: "" });
      });
    });

    it("renews a token into another one; the old one remains valid for other tabs", async () => {
      const token = await api().login("bruno");
      const answer = await api().send("/Authentication/RenewToken", {
        method: "POST",
        token,
        headers: { "content-type": "application/json" },
      });
      const renewed = (answer.body as { token: string }).token;
      expect(decodeJwt(renewed).jti).not.toBe(decodeJwt(token).jti);
      expect((await anyCall(api(), renewed)).status).toBe(200);
      expect((await anyCall(api(), token)).status).toBe(200);
    });

    it("rejects a token from the second in which it expires", async () => {
      const token = await api().login("ana");
      api().clock.advance(8 * HOUR_MS);
      expectProblem(await anyCall(api(), token), 401, "token-expired");
      expectProblem(await api().send("/Authentication/RenewToken", { method: "POST", token }), 401, "token-expired");
    });

    it("rejects tokens that it did not sign", async () => {
      const { privateKey } = await generateKeyPair("ES256");
      const claims = decodeJwt(await api().login("ana"));
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(privateKey);
      const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify(claims))}.`;
      const shared = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.alloc(32));
      for (const token of [forged, unsigned, shared, "a.b.c", "token"])
        expectProblem(await anyCall(api(), token), 401, "token-rejected");
    });

    it.each(["", "Basic YW5hOmlycmlnYXI=", "Bearer", "Bearer "])(
      "rejects the Authorization header %j",
      async (authorization) => {
        const answer = await api().send("/Client/GetAll", { headers: { authorization } });
        expectProblem(answer, 401, "token-not-found");
      },
    );

    it("rejects at once the tokens of a deactivated or deleted user, and a revoked token", async () => {
      const { database, clock } = api();
      const passwordHash = await hashPassword("irrigar");
      const user = {
        _id: "temporario",
        userName: "temporario",
        name: "Temporário",
        groupId: GroupId.viewer,
        passwordHash,
      };
      await addUser(database, { ...user, clientIds: [] }, clock.now());
      const token = await api().login("temporario");
      expect((await anyCall(api(), token)).status).toBe(200);

      await database.update(users).set({ active: false }).where(eq(users._id, "temporario"));
      expectProblem(await anyCall(api(), token), 401, "token-rejected");
      expect(await api().login("temporario")).toBe("");
      await database.update(users).set({ active: true }).where(eq(users._id, "temporario"));
      expect((await anyCall(api(), token)).status).toBe(200);

      const jti = decodeJwt(token).jti ?? "";
      await database.update(sessions).set({ revokedAt: clock.now() }).where(eq(sessions.jti, jti));
      expectProblem(await anyCall(api(), token), 401, "token-rejected");

      const second = await api().login("temporario");
      await database.delete(users).where(eq(users._id, "temporario"));
      expectProblem(await anyCall(api(), second), 401, "token-rejected");
    });

    it("publishes the public key, and not the private one", async () => {
      const url = new URL(`${api().url}/.well-known/jwks.json`);
      const answer = await api().send(url.pathname);
      expect(JSON.stringify(answer.body)).not.toContain('"d"');
      const keys = createRemoteJWKSet(url, { [customFetch]: async () => Response.json(answer.body) });
      const { payload } = await jwtVerify(await api().login("ana"), keys, { currentDate: api().clock.now() });
      expect(payload.name).toBe("ana");
    });

    it("deletes expired sessions", async () => {
      await api().login("ana");
      api().clock.advance(9 * HOUR_MS);
      await api().login("ana");
      expect(await api().database.$count(sessions)).toBe(1);
    });
  },
  { environment },
);

describe("a password's hash", () => {
  it("differs each time and verifies the password", async () => {
    const [one, other] = await Promise.all([hashPassword("irrigar"), hashPassword("irrigar")]);
    expect(one).not.toBe(other);
    expect(await verifyPassword("irrigar", one)).toBe(true);
    expect(await verifyPassword("irrigar ", one)).toBe(false);
    expect(await verifyPassword("irrigar", "irrigar")).toBe(false);
  });

  it("is memory-hard in a program, where no helper of tests makes it cheap", async () => {
    const script = `import { hashPassword } from ${JSON.stringify(import.meta.resolve("./password.ts"))};
      process.stdout.write(await hashPassword("irrigar"));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("irrigar", stdout)).toBe(true);
  });

  it("treats a composed and a decomposed letter as the same", async () => {
    expect(await verifyPassword("irrigac\u0327a\u0303o", await hashPassword("irrigação"))).toBe(true);
  });
});
