import { encodeBase64 } from "@lamina/shared/core/base64";
import { MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { describeApi, expectProblem } from "../../../../testing/api.ts";
import { auditEntries } from "../../../schema/audit.ts";
import { pivots } from "../../../schema/farms.ts";
import { commandPins } from "../../../schema/identity.ts";
import { configs } from "../../../schema/settings.ts";

const CLIENT = "demo-santa-clara";
const PASSWORD = "irrigar";
const PIN = "482915";

describeApi("PIN for commands", (api) => {
  let token: string;
  let pivotId: string;

  beforeEach(async () => {
    await api().database.delete(commandPins);
    await api().database.delete(auditEntries);
    const set = { commandConfirmation: "pin" } as const;
    await api().database.update(configs).set(set).where(eq(configs.clientId, CLIENT));
    const [pivot] = await api().database.select().from(pivots).where(eq(pivots.clientId, CLIENT));
    pivotId = pivot?._id ?? "";
    api().clock.advance(16 * MINUTE_MS);
    token = await api().login("ana");
  });

  const call = (path: string, body?: object, as = token) => api().send(`/User/${path}`, { token: as, body });
  const setPin = (pin = PIN, current = PASSWORD) => call("SetCommandPin", { current: encodeBase64(current), pin });
  /** Without an Idempotency-Key a confirmed command is a bad request. */
  const command = (proof: object, more: object = {}) => {
    const expiresAt = new Date(api().clock.now().getTime() + MINUTE_MS).toISOString();
    const body = { pivotId, expiresAt, command: "start", wet: true, percent: 45, ...more, ...proof };
    return api().send("/PivotCommand/Insert", { token, body });
  };
  const noted = async () => {
    const ofClient = eq(auditEntries.clientId, CLIENT);
    return (await api().database.select().from(auditEntries).where(ofClient).orderBy(auditEntries.date)).map(
      ({ reason }) => reason,
    );
  };

  it("is set by the password, stored as a hash, and refused when it is trivial", async () => {
    expect((await call("GetCommandPin")).body).toEqual({ since: null, lockedUntil: null });
    expect((await setPin(PIN, "errada")).body).toMatchObject({ errors: [{ field: "current", id: "wrong-password" }] });
    expect((await setPin("123456")).body).toMatchObject({ errors: [{ field: "pin", id: "trivial-pin" }] });
    expect((await setPin("4829")).body).toMatchObject({ errors: [{ field: "pin", message: "O PIN tem 6 números." }] });
    expect((await setPin()).body).toEqual({ matchedCount: 1 });
    const since = api().clock.now().toISOString();
    expect((await call("GetCommandPin")).body).toEqual({ since, lockedUntil: null });
    expect(await api().database.select().from(commandPins)).toMatchObject([
      { hash: expect.stringMatching(/^\$argon2id/) },
    ]);
    const entries = JSON.stringify(await api().database.select().from(auditEntries));
    expect(entries).toContain("PIN dos comandos definido");
    expect(entries).not.toContain(PIN);
  });

  it("confirms a command where the client says so, beside the password, and no stop", async () => {
    expectProblem(await command({}), 403, "pin-missing");
    await setPin();
    for (const proof of [{}, { pin: "000001" }]) expectProblem(await command(proof), 403, "confirm-pin");
    expectProblem(await command({ password: "errada" }), 403, "confirm-password");
    for (const proof of [{ pin: PIN }, { password: PASSWORD }]) expectProblem(await command(proof), 400, "bad-request");
    const stop = { command: "stop", wet: undefined, percent: undefined };
    expectProblem(await command({}, stop), 400, "bad-request");
  });

  it("does not confirm where the client requires the password", async () => {
    await setPin();
    await api().database.update(configs).set({ commandConfirmation: "password" }).where(eq(configs.clientId, CLIENT));
    expectProblem(await command({ pin: PIN }), 403, "confirm-password");
    await api().database.update(configs).set({ commandConfirmation: "none" }).where(eq(configs.clientId, CLIENT));
    expectProblem(await command({}), 400, "bad-request");
  });

  it("is locked for its person by wrong guesses, once in the audit, while the password and a new PIN confirm", async () => {
    await setPin();
    for (let guess = 0; guess < 5; guess++) expectProblem(await command({ pin: "000001" }), 403, "confirm-pin");
    for (const pin of [PIN, "000002"]) expectProblem(await command({ pin }), 429, "pin-locked");
    expect((await noted()).filter((reason) => reason?.includes("bloqueado"))).toHaveLength(1);
    expect((await call("GetCommandPin")).body).toMatchObject({ lockedUntil: expect.any(String) });
    expectProblem(await command({ password: PASSWORD }), 400, "bad-request");
    await setPin("739164");
    expectProblem(await command({ pin: "739164" }), 400, "bad-request");
  });

  it("confirms again when the time of the lock is over", async () => {
    await setPin();
    for (let guess = 0; guess <= 5; guess++) await command({ pin: "000001" });
    api().clock.advance(16 * MINUTE_MS);
    token = await api().login("ana");
    expect((await call("GetCommandPin")).body).toMatchObject({ lockedUntil: null });
    expectProblem(await command({ pin: PIN }), 400, "bad-request");
  });

  it("is removed by its person with the password, and by an administrator's reset", async () => {
    await setPin();
    const end = (current: string) => call("EndCommandPin", { current: encodeBase64(current) });
    expectProblem(await end("errada"), 400, "validation");
    expect((await end(PASSWORD)).body).toEqual({ matchedCount: 1 });
    expect((await end(PASSWORD)).body).toEqual({ matchedCount: 0 });
    expect(await noted()).toContain("PIN dos comandos removido");
    const bruno = await api().login("bruno");
    await call("SetCommandPin", { current: encodeBase64(PASSWORD), pin: PIN }, bruno);
    const users = (await api().send(`/User/GetByClientID?ID=${CLIENT}`, { token })).body;
    const _id = (users as { _id: string; userName: string }[]).find(({ userName }) => userName === "bruno")?._id;
    expect((await call("ResetSecondFactor", { _id })).body).toEqual({ matchedCount: 1 });
    expect(await api().database.select().from(commandPins)).toEqual([]);
    expect((await api().send("/Client/GetAll", { token: bruno })).status).toBe(401);
    expect(await noted()).toContain("PIN dos comandos removido com a senha ou o segundo fator");
  });
});
