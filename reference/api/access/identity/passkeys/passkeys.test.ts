import { encodeBase64 } from "@lamina/shared/core/base64";
import { MINUTE_MS, SECOND_MS } from "@lamina/shared/core/time";
import type { Passkey, PasskeyAsk, PasskeyProof, PasskeyStart } from "@lamina/shared/records/commands/passkey";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../../testing/api.ts";
import { createAuthenticator } from "../../../../testing/authenticator.ts";
import type { HttpReply } from "../../../../testing/http.ts";
import { auditEntries } from "../../../schema/audit.ts";
import { pivots } from "../../../schema/farms.ts";
import { commandPins, passkeyChallenges, passkeys, secondFactors, users } from "../../../schema/identity.ts";
import { configs } from "../../../schema/settings.ts";
import { codeAt, stepAt } from "../second-factor/totp.ts";

const CLIENT = "demo-santa-clara";
const current = encodeBase64("irrigar");
const ORIGIN = "https://lamina.example.com";
const RP_ID = "lamina.example.com";

describeApi(
  "passkeys",
  (api) => {
    let token: string;
    let pivotId: string;

    beforeEach(async () => {
      for (const table of [passkeys, passkeyChallenges, commandPins, secondFactors, auditEntries])
        await api().database.delete(table);
      await confirmBy("passkey");
      const [pivot] = await api().database.select().from(pivots).where(eq(pivots.clientId, CLIENT));
      pivotId = pivot?._id ?? "";
      api().clock.advance(16 * MINUTE_MS);
      token = await api().login("ana");
    });

    const confirmBy = (commandConfirmation: "none" | "password" | "pin" | "passkey") =>
      api().database.update(configs).set({ commandConfirmation }).where(eq(configs.clientId, CLIENT));
    const call = (path: string, body?: object, as = token) => api().send(`/User/${path}`, { token: as, body });
    const started = async (as = token) => (await call("StartPasskey", { current }, as)).body as PasskeyStart;
    const list = async (as = token) => (await call("GetPasskeys", undefined, as)).body as Passkey[];
    const device = () => createAuthenticator(ORIGIN, RP_ID);
    async function added(as = token) {
      const made = device();
      const { challenge } = await started(as);
      const answer = await call("ConfirmPasskey", { name: "Celular", ...made.make(challenge) }, as);
      expect(answer.body).toEqual({ matchedCount: 1 });
      return made;
    }
    /** Without an Idempotency-Key a confirmed command is a bad request. */
    const command = (proof: { passkey?: PasskeyProof; password?: string; pin?: string } = {}) => {
      const expiresAt = new Date(api().clock.now().getTime() + MINUTE_MS).toISOString();
      const body = { pivotId, expiresAt, command: "start", wet: true, percent: 45, ...proof };
      return api().send("/PivotCommand/Insert", { token, body });
    };
    const askOf = (answer: HttpReply) => (answer.body as { current?: { passkey?: PasskeyAsk } }).current?.passkey;
    const asked = async () => askOf(await command()) ?? expect.fail("no challenge");
    const expectConfirmed = (answer: HttpReply) => expectProblem(answer, 400, "bad-request");
    const expectRefused = (answer: HttpReply) => expectProblem(answer, 403, "confirm-passkey");
    const noted = async () => (await api().database.select().from(auditEntries)).map(({ reason }) => reason);

    it("are added by the password and the device, listed with their use, and removed by the password", async () => {
      expectProblem(await call("StartPasskey", { current: encodeBase64("errada") }), 400, "validation");
      const made = await added();
      expect(await list()).toMatchObject([{ name: "Celular", credentialId: made.id, lastUsedAt: null }]);
      expect(await started()).toMatchObject({ rpId: RP_ID, excluded: [{ id: made.id, transports: ["internal"] }] });
      const { challenge, allowed } = await asked();
      expect(allowed).toEqual([{ id: made.id, transports: ["internal"] }]);
      expectConfirmed(await command({ passkey: made.prove(challenge) }));
      const [{ _id = "", lastUsedAt } = {}] = await list();
      expect(lastUsedAt).toBe(api().clock.now().toISOString());
      expectProblem(await call("EndPasskey", { _id, current: encodeBase64("errada") }), 400, "validation");
      const bruno = await api().login("bruno");
      expect((await call("EndPasskey", { _id, current }, bruno)).body).toEqual({ matchedCount: 0 });
      const next = await asked();
      expect((await call("EndPasskey", { _id, current })).body).toEqual({ matchedCount: 1 });
      expect(await list()).toEqual([]);
      expectRefused(await command({ passkey: made.prove(next.challenge) }));
      expect(await noted()).toEqual(
        expect.arrayContaining(["Biometria de um aparelho adicionada", "Biometria de um aparelho removida"]),
      );
    });

    it("are not added for a wrong origin, domain or challenge, without the person, late, twice or with a certificate", async () => {
      const made = device();
      const add = (answer: object) => call("ConfirmPasskey", { name: "Celular", ...answer });
      for (const odd of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isVerified: false }])
        expectProblem(await add(made.make((await started()).challenge, odd)), 400, "validation");
      const { challenge } = await started();
      expectProblem(await add(made.make("AAAA")), 400, "validation");
      // The wrong answer ended the challenge.
      expectProblem(await add(made.make(challenge)), 400, "validation");
      const late = await started();
      api().clock.advance(5 * MINUTE_MS);
      expectProblem(await add(made.make(late.challenge)), 400, "validation");
      const answer = made.make((await started()).challenge);
      const bytes = Buffer.from(answer.attestationObject, "base64url");
      // The statement {"x5c": []}, in place of an empty one.
      const at = bytes.indexOf(Buffer.from("attStmt")) + 7;
      const statement = Buffer.concat([Buffer.from([0xa1, 0x63]), Buffer.from("x5c"), Buffer.from([0x80])]);
      const certified = Buffer.concat([bytes.subarray(0, at), statement, bytes.subarray(at + 1)]);
      expectProblem(await add({ ...answer, attestationObject: certified.toString("base64url") }), 400, "validation");
      expect(await list()).toEqual([]);
      expect((await add(made.make((await started()).challenge))).status).toBe(200);
      expectProblem(await add(made.make((await started()).challenge)), 400, "validation");
    });

    it("are ten of a person at most", async () => {
      for (let index = 0; index < 10; index++) await added();
      expectProblem(await call("StartPasskey", { current }), 409, "quota-reached");
    });

    it("confirm a command in place of PIN and password, whatever the client asks, once for a challenge", async () => {
      const made = await added();
      for (const kind of ["password", "pin", "passkey"] as const) {
        await confirmBy(kind);
        const { challenge } = await asked();
        const passkey = made.prove(challenge);
        expectConfirmed(await command({ passkey }));
        expectRefused(await command({ passkey }));
      }
    });

    it("leave password and PIN to a person without one on the device, who is told so", async () => {
      const without = await command();
      expectProblem(without, 403, "confirm-password");
      expect(without.body).toMatchObject({ detail: expect.stringContaining("Sem ela neste aparelho") });
      expect(askOf(without)).toBeUndefined();
      expectConfirmed(await command({ password: "irrigar" }));
      await call("SetCommandPin", { current, pin: "482915" });
      expectProblem(await command(), 403, "confirm-pin");
      expectConfirmed(await command({ pin: "482915" }));
      expectRefused(await command({ passkey: device().prove("AAAA") }));
    });

    it("do not confirm with a wrong origin, domain or key, another's credential, or without the person", async () => {
      const made = await added();
      const bruno = await added(await api().login("bruno"));
      for (const odd of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isVerified: false }])
        expectRefused(await command({ passkey: made.prove((await asked()).challenge, odd) }));
      const { challenge } = await asked();
      expectRefused(await command({ passkey: bruno.prove(challenge) }));
      const stranger = device().prove((await asked()).challenge);
      expectRefused(await command({ passkey: { ...stranger, id: made.id } }));
      // A refusal has the next challenge, of which some minutes are left.
      const next = askOf(await command({ passkey: stranger })) ?? expect.fail("no challenge");
      api().clock.advance(4 * MINUTE_MS);
      expectConfirmed(await command({ passkey: made.prove(next.challenge) }));
      const late = await asked();
      api().clock.advance(5 * MINUTE_MS);
      expectRefused(await command({ passkey: made.prove(late.challenge) }));
    });

    it("are refused when the counter of the device goes back, as that of a copy does", async () => {
      const made = await added();
      expectConfirmed(await command({ passkey: made.prove((await asked()).challenge, { counter: 7 }) }));
      for (const counter of [7, 3, 0])
        expectRefused(await command({ passkey: made.prove((await asked()).challenge, { counter }) }));
      expectConfirmed(await command({ passkey: made.prove((await asked()).challenge, { counter: 8 }) }));
    });

    it("limit wrong proofs, while the password confirms", async () => {
      const made = await added();
      for (let guess = 0; guess < 10; guess++) expectRefused(await command({ passkey: made.prove("AAAA") }));
      expectProblem(await command({ passkey: made.prove("AAAA") }), 429, "too-many-failed-logins");
      expectConfirmed(await command({ password: "irrigar" }));
    });

    it("are a second factor at the login beside the codes, and not one of their own", async () => {
      const login = (more: object = {}) =>
        api().send("/Authentication/Login", { body: { UserName: "ana", Password: current, ...more } });
      const made = await added();
      expect((await login()).status).toBe(200);
      const { secret } = (await call("StartSecondFactor", { current })).body as { secret: string };
      api().clock.advance(31 * SECOND_MS);
      await call("ConfirmSecondFactor", { code: codeAt(secret, stepAt(api().clock.now())) });
      const needed = await login();
      expectProblem(needed, 401, "second-factor-needed");
      const step = (needed.body as { current: { challenge: string } }).current.challenge;
      const prove = (Passkey: PasskeyProof) => login({ Password: "", Challenge: step, Passkey });
      // That of a command is not that of a login.
      const wrong = await prove(made.prove((await asked()).challenge));
      expectProblem(wrong, 401, "second-factor-wrong");
      const { challenge } = askOf(wrong) ?? expect.fail("no challenge");
      const proof = made.prove(challenge);
      const entered = await prove(proof);
      const { token: fresh } = entered.body as { token: string };
      expect((await api().send("/Client/GetAll", { token: fresh })).status).toBe(200);
      expectProblem(await prove(proof), 401, "second-factor-wrong");
      expect((await login({ Challenge: "", Password: "", Passkey: proof })).body).toEqual({ token: "" });
    });

    it("end by an administrator's reset, with the logins, and with their person", async () => {
      const bruno = await api().login("bruno");
      await added(bruno);
      const members = (await api().send(`/User/GetByClientID?ID=${CLIENT}`, { token })).body;
      const _id = (members as { _id: string; userName: string }[]).find(({ userName }) => userName === "bruno")?._id;
      expect((await call("ResetSecondFactor", { _id })).body).toEqual({ matchedCount: 1 });
      expect(await api().database.select().from(passkeys)).toEqual([]);
      expect((await api().send("/Client/GetAll", { token: bruno })).status).toBe(401);
      expect(await noted()).toContain("Biometria dos aparelhos removida com a senha ou o segundo fator");
      await added();
      await expect(
        api().database.transaction(async (transaction) => {
          await transaction.delete(users).where(eq(users.userName, "ana"));
          expect(await transaction.$count(passkeys)).toBe(0);
          throw new Error("undo");
        }),
      ).rejects.toThrow("undo");
    });
  },
  { environment: { PASSKEY_ORIGINS: ORIGIN } },
);

describeApi("passkeys without an address of the app", (api) => {
  it("are off", async () => {
    const token = await api().login("ana");
    expectProblem(await api().send("/User/StartPasskey", { token, body: { current } }), 409, "passkeys-not-configured");
  });
});
