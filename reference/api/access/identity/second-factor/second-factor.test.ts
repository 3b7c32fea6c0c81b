import { isValid, readClaims } from "@lamina/shared/access/authentication";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../../testing/api.ts";
import type { HttpReply } from "../../../../testing/http.ts";
import { auditEntries } from "../../../schema/audit.ts";
import { recoveryCodes, secondFactors, usersGroups } from "../../../schema/identity.ts";
import { codeAt, stepAt } from "./totp.ts";

const PASSWORD = "irrigar";
const MAX_FAILURES = 6;

const login = (api: TestApi, more: Record<string, string> = {}, from = "203.0.113.1", UserName = "bruno") =>
  api.send("/Authentication/Login", {
    body: { UserName, Password: encodeBase64(PASSWORD), ...more },
    headers: { "x-forwarded-for": from },
  });
const tokenOf = (answer: HttpReply) => (answer.body as { token: string }).token;
const challengeOf = (answer: HttpReply) => (answer.body as { current: { challenge: string } }).current.challenge;
const works = async (api: TestApi, token: string) => (await api.send("/Client/GetAll", { token })).status === 200;

/** The next code of a secret: each is valid once. */
function nextCode(api: TestApi, secret: string): string {
  api.clock.advance(31 * SECOND_MS);
  return codeAt(secret, stepAt(api.clock.now()));
}

async function start(api: TestApi, token: string): Promise<string> {
  const answer = await api.send("/User/StartSecondFactor", { token, body: { current: encodeBase64(PASSWORD) } });
  return (answer.body as { secret: string }).secret;
}

async function turnOn(api: TestApi): Promise<{ token: string; secret: string; codes: string[] }> {
  const token = await api.login("bruno");
  const secret = await start(api, token);
  const answer = await api.send("/User/ConfirmSecondFactor", { token, body: { code: nextCode(api, secret) } });
  return { token, secret, codes: (answer.body as { recoveryCodes: string[] }).recoveryCodes };
}

describeApi(
  "second factor",
  (api) => {
    beforeEach(async () => {
      await api().database.delete(secondFactors);
      await api().database.delete(recoveryCodes);
      api().clock.advance(16 * MINUTE_MS);
    });

    it("is asked at the login with a challenge of some minutes, and each code is valid once", async () => {
      const { secret } = await turnOn(api());
      const asked = await login(api());
      expectProblem(asked, 401, "second-factor-needed");
      expect(asked.headers["cache-control"]).toBe("no-store");
      const Challenge = challengeOf(asked);
      expect(await works(api(), Challenge)).toBe(false);
      const Code = nextCode(api(), secret);
      const entered = await login(api(), { Password: "", Challenge, Code });
      expect(await works(api(), tokenOf(entered))).toBe(true);
      expectProblem(await login(api(), { Password: "", Challenge, Code }), 401, "second-factor-wrong");
      api().clock.advance(11 * MINUTE_MS);
      const late = await login(api(), { Password: "", Challenge, Code: nextCode(api(), secret) });
      expect(late.body).toEqual({ token: "" });
    });

    it("may be sent with the password at once, and a challenge is for its person alone", async () => {
      const { secret } = await turnOn(api());
      expect(isValid(tokenOf(await login(api(), { Code: nextCode(api(), secret) })), api().clock.now().getTime())).toBe(
        true,
      );
      const Challenge = challengeOf(await login(api()));
      const other = await login(api(), { Password: "", Challenge, Code: nextCode(api(), secret) }, undefined, "carla");
      expect(other.body).toEqual({ token: "" });
      expect((await login(api(), { Password: "", Challenge: "a.b.c", Code: "123456" })).body).toEqual({ token: "" });
      expect((await login(api(), { Password: "", Code: nextCode(api(), secret) })).body).toEqual({ token: "" });
    });

    it("of two requests with one code only one passes", async () => {
      const { secret } = await turnOn(api());
      const Code = nextCode(api(), secret);
      const answers = await Promise.all([1, 2, 3].map(() => login(api(), { Code })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    });

    it("limits wrong codes of strangers who know the password, and not of a known address or a recovery code", async () => {
      const { secret, codes } = await turnOn(api());
      await login(api(), { Code: nextCode(api(), secret) }, "203.0.113.7");
      const statuses: number[] = [];
      for (let index = 0; index <= MAX_FAILURES; index++)
        statuses.push((await login(api(), { Code: "000000" }, `198.51.100.${index}`)).status);
      expect(statuses).toEqual([...Array(MAX_FAILURES).fill(401), 429]);
      expect((await login(api(), { Code: nextCode(api(), secret) }, "198.51.100.77")).status).toBe(429);
      expect((await login(api(), { Code: nextCode(api(), secret) }, "203.0.113.7")).status).toBe(200);
      expect((await login(api(), { Code: codes[0] ?? "" }, "198.51.100.78")).status).toBe(200);
    });

    it("is not blocked by guesses at a login that has its name, nor on a device that is known", async () => {
      const { secret } = await turnOn(api());
      for (const userName of ["code bruno", "code\nbruno"])
        for (let guess = 0; guess < MAX_FAILURES; guess++)
          expect((await login(api(), {}, `192.0.2.${guess}`, userName)).body).toEqual({ token: "" });
      const Device = "a-secret-of-the-device";
      const from = "198.51.100.78";
      expect(await works(api(), tokenOf(await login(api(), { Code: nextCode(api(), secret), Device }, from)))).toBe(
        true,
      );
      for (let guess = 0; guess < MAX_FAILURES; guess++)
        expectProblem(await login(api(), { Code: "000000" }, `192.0.3.${guess}`), 401, "second-factor-wrong");
      const entered = await login(api(), { Code: nextCode(api(), secret), Device }, "198.51.100.79");
      expect(await works(api(), tokenOf(entered))).toBe(true);
      const stranger = await login(api(), { Code: nextCode(api(), secret), Device: `${Device}0` }, "198.51.100.80");
      expect(stranger.status).toBe(429);
    });

    it("has ten recovery codes, stored as hashes, each for one login", async () => {
      const { token, codes } = await turnOn(api());
      expect(new Set(codes).size).toBe(10);
      const stored = await api().database.select().from(recoveryCodes);
      for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code);
      const [Code = ""] = codes;
      expect((await login(api(), { Code: Code.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
      expectProblem(await login(api(), { Code }), 401, "second-factor-wrong");
      expect((await api().send("/User/GetSecondFactor", { token })).body).toMatchObject({ recoveryCodes: 9 });
    });

    it("begins with password and code, ends the other logins, and its secret is stored encrypted", async () => {
      const other = await api().login("bruno");
      const token = await api().login("bruno");
      const wrong = await api().send("/User/StartSecondFactor", { token, body: { current: encodeBase64("errada") } });
      expect(wrong.body).toMatchObject({ errors: [{ field: "current", id: "wrong-password" }] });
      const secret = await start(api(), token);
      expect((await login(api())).status).toBe(200);
      const bad = await api().send("/User/ConfirmSecondFactor", { token, body: { code: "000000" } });
      expect(bad.body).toMatchObject({ errors: [{ field: "code", id: "wrong-code" }] });
      const good = await api().send("/User/ConfirmSecondFactor", { token, body: { code: nextCode(api(), secret) } });
      expect(good.body).toMatchObject({ recoveryCodes: expect.any(Array), token: null });
      expect([await works(api(), other), await works(api(), token)]).toEqual([false, true]);
      expect(JSON.stringify(await api().database.select().from(secondFactors))).not.toContain(secret);
      const again = await api().send("/User/StartSecondFactor", { token, body: { current: encodeBase64(PASSWORD) } });
      expectProblem(again, 400, "validation");
    });

    it("ends with password and code, and the audit has it", async () => {
      const { token, secret } = await turnOn(api());
      const end = (current: string, code: string) =>
        api().send("/User/EndSecondFactor", { token, body: { current: encodeBase64(current), code } });
      expectProblem(await end("errada", nextCode(api(), secret)), 400, "validation");
      expectProblem(await end(PASSWORD, "000000"), 400, "validation");
      expect((await end(PASSWORD, nextCode(api(), secret))).body).toEqual({ matchedCount: 1 });
      expect((await login(api())).status).toBe(200);
      const noted = await api()
        .database.select()
        .from(auditEntries)
        .where(eq(auditEntries.userName, "bruno"))
        .orderBy(auditEntries.date);
      expect(noted.map(({ reason }) => reason)).toEqual(
        expect.arrayContaining(["Segundo fator ativado", "Segundo fator desativado"]),
      );
    });

    it("is reset by an administrator, which ends the person's logins, and not by the person", async () => {
      const { token } = await turnOn(api());
      const ana = await api().login("ana");
      const users = (await api().send("/User/GetByClientID?ID=demo-santa-clara", { token: ana })).body;
      const idOf = (name: string) =>
        (users as { _id: string; userName: string }[]).find((one) => one.userName === name)?._id;
      const reset = (by: string, name: string) =>
        api().send("/User/ResetSecondFactor", { token: by, body: { _id: idOf(name) } });
      expect((await reset(token, "bruno")).status).toBe(403);
      expectProblem(await reset(ana, "ana"), 409, "conflict");
      expect((await reset(ana, "bruno")).body).toEqual({ matchedCount: 1 });
      expect(await works(api(), token)).toBe(false);
      expect((await login(api())).status).toBe(200);
      expect((await reset(ana, "bruno")).body).toEqual({ matchedCount: 0 });
    });

    it("is set up before the login by people of a group that requires it", async () => {
      const before = await api().login("bruno");
      await api().database.update(usersGroups).set({ secondFactor: true });
      try {
        expectProblem(
          await api().send("/Authentication/RenewToken", { method: "POST", token: before }),
          401,
          "token-rejected",
        );
        const first = tokenOf(await login(api()));
        expect(readClaims(first)?.roles).toEqual(["set-second-factor"]);
        expect(await works(api(), first)).toBe(false);
        const secret = await start(api(), first);
        const done = await api().send("/User/ConfirmSecondFactor", {
          token: first,
          body: { code: nextCode(api(), secret) },
        });
        expect(await works(api(), tokenOf(done))).toBe(true);
        expectProblem(await login(api()), 401, "second-factor-needed");
      } finally {
        await api().database.update(usersGroups).set({ secondFactor: false });
      }
    });
  },
  { environment: { TRUST_PROXY: "loopback", LOGIN_MAX_FAILURES: String(MAX_FAILURES) } },
);
