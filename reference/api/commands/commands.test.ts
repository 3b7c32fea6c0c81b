import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { SECOND_MS } from "@lamina/shared/core/time";
import { CommandMessage, PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { and, eq, ne } from "drizzle-orm";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { GroupId } from "../access/identity/groups.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser } from "../access/identity/seed.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { alertRules, notifications } from "../schema/alerts.ts";
import { pivotCommands } from "../schema/commands.ts";
import { farms, outOfServices, pivots, waterPermits } from "../schema/farms.ts";
import { memberships, users } from "../schema/identity.ts";
import { configs, tariffs } from "../schema/settings.ts";
import { devices, pivotStatuses } from "../schema/telemetry.ts";

const CLIENT = "demo-santa-clara";

describe("commands", () => {
  let api: TestApi;
  let token: string;
  let pivotId: string;
  let serial: string;
  let secret: string;
  let panel: MqttClient;
  const orders: CommandMessage[] = [];

  beforeAll(async () => {
    api = await startTestApi();
    token = await api.login("ana");
    const list = async (name: string) =>
      (await api.send(`/${name}/GetByClientID?ID=${CLIENT}`, { token })).body as JsonRecord[];
    const device = (await list("Device")).find((one) => one.sensorTypeId === "pivot-panel");
    pivotId = String(device?.pivotId);
    serial = String(device?.serial);
    const { body } = await api.send("/Device/RotateSecret", { token, body: { _id: device?._id } });
    secret = (body as { secret: string }).secret;
    await api.database.delete(tariffs);
  }, 60_000);
  afterAll(() => api?.close());
  beforeEach(async () => {
    api.clock.advance(30 * 60 * SECOND_MS);
    token = await api.login("ana");
    // For each test, because the deletion of a farm ends the connections of its devices.
    panel = await connectAsync(api.broker.url, {
      ca: readFileSync(api.caFile),
      clientId: serial,
      username: serial,
      password: secret,
      reconnectPeriod: 0,
    });
    panel.on("message", (_topic, payload) => orders.push(CommandMessage.parse(JSON.parse(payload.toString()))));
    await panel.subscribeAsync(`devices/${serial}/commands`, { qos: 1 });
    await report(false);
  });
  afterEach(async () => {
    await panel.endAsync(true);
    // A job makes the stop of an alert that is stored.
    await api.database.delete(notifications);
    await api.database.delete(pivotCommands);
    await api.database.delete(pivotStatuses);
    await api.database.update(configs).set({ commandConfirmation: "none" });
    orders.length = 0;
  });

  async function report(running: boolean, more: object = {}): Promise<void> {
    api.clock.advance(SECOND_MS);
    const direction = running ? "forward" : "stopped";
    const status = { serial, date: api.clock.now().toISOString(), running, wet: running, direction, angleDeg: 10 };
    await panel.publishAsync(`devices/${serial}/pivot`, JSON.stringify({ ...status, ...more }), { qos: 1 });
    // The broker acknowledges a message before the API has stored it.
    const stored = and(eq(pivotStatuses.pivotId, pivotId), eq(pivotStatuses.date, api.clock.now()));
    await expect.poll(() => api.database.$count(pivotStatuses, stored)).toBe(1);
  }
  const say = (id: string, state: string, reason?: string) =>
    panel.publishAsync(
      `devices/${serial}/command-states`,
      JSON.stringify({ id, state, date: api.clock.now().toISOString(), reason }),
      { qos: 1 },
    );
  const start = { command: "start", wet: true, percent: 45 };
  const send = (body: object, { as = token, key = randomUUID() }: { as?: string; key?: string } = {}) => {
    const expiresAt = new Date(api.clock.now().getTime() + 60 * SECOND_MS).toISOString();
    const headers = { "idempotency-key": key };
    return api.send("/PivotCommand/Insert", { token: as, headers, body: { pivotId, expiresAt, ...body } });
  };
  const given = async (body: object) => {
    const { status, body: reply } = await send(body);
    expect([status, reply]).toEqual([200, expect.anything()]);
    return PivotCommand.parse(reply);
  };
  const heldBy = async (body: object) => {
    const { status, body: reply } = await send(body);
    return status === 409 ? (reply as { current: { interlocks: string[] } }).current.interlocks : status;
  };
  const current = async (id: string) => {
    const { body } = await api.send(`/PivotCommand/GetByPivotID?ID=${pivotId}`, { token });
    return PivotCommand.array()
      .parse(body)
      .find(({ _id }) => _id === id);
  };
  const tick = () => api.services.commands.jobs[0]?.run();
  const path = (command?: PivotCommand) => command?.states.map(({ state, source }) => `${state} ${source}`);

  it("reaches the panel once, and is done when telemetry shows it, not when the panel says so", async () => {
    const key = randomUUID();
    const body = { ...start, expiresAt: new Date(api.clock.now().getTime() + 60 * SECOND_MS).toISOString() };
    const [first, again] = [await send(body, { key }), await send(body, { key })];
    expect(again.body).toEqual(first.body);
    const { _id } = PivotCommand.parse(first.body);
    await vi.waitFor(() => expect(orders).toMatchObject([{ id: _id, ...start }]));
    await say(_id, "received");
    await say(_id, "done");
    expect((await current(_id))?.state).toBe("accepted");
    await report(true, { percent: 80 });
    await vi.waitFor(async () => expect((await current(_id))?.state).toBe("executing"));
    await report(true, { percent: 45 });
    await vi.waitFor(async () => expect((await current(_id))?.state).toBe("done"));
    expect(path(await current(_id))).toEqual([
      "asked person",
      "sent api",
      "received panel",
      "accepted panel",
      "executing telemetry",
      "done telemetry",
    ]);
    await tick();
    expect(orders).toHaveLength(1);
  });

  it("is unanswered after a minute, and failed without proof", async () => {
    const { _id } = await given(start);
    api.clock.advance(61 * SECOND_MS);
    await tick();
    expect((await current(_id))?.state).toBe("unanswered");
    api.clock.advance(20 * 60 * SECOND_MS);
    await tick();
    expect((await current(_id))?.states.at(-1)).toMatchObject({ state: "failed", source: "api", reason: "no-proof" });
    expect(await heldBy(start)).toContain("unproved");
  });

  it("has the reason of a panel that refuses", async () => {
    const { _id } = await given(start);
    await say(_id, "refused", "em manual");
    expect((await current(_id))?.states.at(-1)).toMatchObject({
      state: "refused",
      source: "panel",
      reason: "em manual",
    });
  });

  it("stops whatever is unknown, and ends every start", async () => {
    const planned = await given({
      ...start,
      scheduledFor: new Date(api.clock.now().getTime() + 600_000).toISOString(),
    });
    api.clock.advance(5 * 3600 * SECOND_MS);
    token = await api.login("ana");
    await api.database.update(pivotCommands).set({ scheduledFor: new Date(api.clock.now().getTime() + 600_000) });
    expect(await heldBy({ command: "speed", percent: 50 })).toContain("stale");
    const { _id } = await given({ command: "stop" });
    expect((await current(planned._id))?.state).toBe("cancelled");
    await report(false);
    await vi.waitFor(async () => expect((await current(_id))?.state).toBe("done"));
  });

  it("sends a scheduled start at its moment alone, after all interlocks, or never", async () => {
    const soon = () => new Date(api.clock.now().getTime() + 60 * SECOND_MS).toISOString();
    const { _id } = await given({ ...start, scheduledFor: soon() });
    await tick();
    expect(orders).toEqual([]);
    api.clock.advance(60 * SECOND_MS);
    await tick();
    await vi.waitFor(() => expect(orders).toMatchObject([{ id: _id }]));
    await api.database.delete(pivotCommands);
    const held = await given({ ...start, scheduledFor: soon() });
    await report(false, { fault: "misalignment" });
    await vi.waitFor(async () => expect(await openAlerts("pivot-fault")).toHaveLength(1));
    api.clock.advance(60 * SECOND_MS);
    await tick();
    expect((await current(held._id))?.states.at(-1)).toMatchObject({
      state: "refused",
      source: "api",
      reason: "fault fault-unseen",
    });
    await api.database.delete(pivotCommands);
    const late = await given({ ...start, scheduledFor: soon() });
    api.clock.advance(600 * SECOND_MS);
    await tick();
    expect((await current(late._id))?.state).toBe("expired");
    expect(orders).toHaveLength(1);
  });

  it("cancels what is scheduled, and nothing that was sent", async () => {
    const cancel = async (_id: string) =>
      (await api.send("/PivotCommand/Cancel", { token, body: { _id } })).body as { matchedCount: number };
    const { _id } = await given({ ...start, scheduledFor: new Date(api.clock.now().getTime() + 60_000).toISOString() });
    expect(await cancel(_id)).toEqual({ matchedCount: 1 });
    const sent = await given(start);
    expect(await cancel(sent._id)).toEqual({ matchedCount: 0 });
  });

  it("is refused when it is late, incomplete, without a key, or beside another", async () => {
    expect(await heldBy({ ...start, expiresAt: new Date(api.clock.now().getTime() - 1).toISOString() })).toEqual([
      "expired",
    ]);
    expect(await heldBy({ command: "start", wet: true })).toBe(400);
    expect(await heldBy({ ...start, expiresAt: new Date(api.clock.now().getTime() + 3_600_000).toISOString() })).toBe(
      400,
    );
    const expiresAt = api.clock.now().toISOString();
    expect((await api.send("/PivotCommand/Insert", { token, body: { pivotId, expiresAt, ...start } })).status).toBe(
      400,
    );
    const both = await Promise.all([send(start), send(start)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("overrides the peak by a person and a reason, which the history has", async () => {
    const windows = [{ days: [0, 1, 2, 3, 4, 5, 6], from: "00:00", to: "00:00", kind: "peak" as const, brlKwh: 2 }];
    const at = api.clock.now();
    const row = { _id: "ponta", clientId: CLIENT, name: "Ponta", windows, createdAt: at, updatedAt: at };
    await api.database.insert(tariffs).values(row);
    expect(await heldBy(start)).toEqual(["peak-tariff"]);
    const { _id } = await given({ ...start, override: { interlocks: ["peak-tariff"], reason: "geada amanhã" } });
    const history = await api.send(`/Audit/GetByRecordID?entity=PivotCommand&ID=${_id}`, { token });
    expect(JSON.stringify(history.body)).toContain("geada amanhã");
    await api.database.delete(tariffs).where(eq(tariffs._id, "ponta"));
  });

  it("changes the speed, the direction and the pump of a machine that runs, each proved by a report", async () => {
    await report(true, { percent: 50, wet: true });
    const proved = async (body: object, shown: object) => {
      const { _id } = await given(body);
      await vi.waitFor(() => expect(orders.map(({ id }) => id)).toContain(_id));
      await report(true, { percent: 50, wet: true });
      expect((await current(_id))?.state).not.toBe("done");
      await report(true, { percent: 50, wet: true, ...shown });
      await vi.waitFor(async () => expect((await current(_id))?.state).toBe("done"));
    };
    await proved({ command: "speed", percent: 30, stopAt: { angleDeg: 90 } }, { percent: 30 });
    expect(orders.at(-1)).toMatchObject({ command: "speed", stopAt: { angleDeg: 90 } });
    expect(await heldBy({ command: "direction", direction: "reverse" })).toContain("wet-direction");
    await report(true, { percent: 50, wet: true });
    expect(await heldBy({ command: "pump", wet: false })).toEqual(["shared-pump"]);
    await api.database.update(pivots).set({ waterSourceId: null }).where(eq(pivots._id, pivotId));
    await proved({ command: "pump", wet: false }, { wet: false });
    await report(true, { percent: 50, wet: false });
    const turn = await given({ command: "direction", direction: "reverse" });
    await report(true, { percent: 50, wet: false, direction: "reverse" });
    await vi.waitFor(async () => expect((await current(turn._id))?.state).toBe("done"));
  });

  const openAlerts = async (type: string) => {
    await api.services.alerts.settle();
    const { body } = await api.send(`/Notification/GetByClientID?ID=${CLIENT}&open=true&limit=200`, { token });
    const { items } = body as { items: { type: string; message: string; severity: string; pivotId: string }[] };
    return items.filter((one) => one.type === type && one.pivotId === pivotId);
  };

  it("rings when it is unanswered, with a person to call, until telemetry proves it", async () => {
    await api.database.update(users).set({ phone: "(34) 99999-0001" }).where(eq(users.userName, "admin"));
    const { _id } = await given({ command: "stop" });
    expect(await openAlerts("command-unproved")).toEqual([]);
    api.clock.advance(61 * SECOND_MS);
    await tick();
    const [alert] = await openAlerts("command-unproved");
    expect(alert?.severity).toBe("critical");
    expect(alert?.message).toMatch(
      /: parar sem prova da telemetria.*Vá à máquina, ou ligue para .+, \(34\) 99999-0001$/,
    );
    await report(false);
    await vi.waitFor(async () => expect((await current(_id))?.state).toBe("done"));
    expect(await openAlerts("command-unproved")).toEqual([]);
  });

  it("stops by a rule that a person switched on for the machine, and is told; a start by hand is not fought", async () => {
    const rule = {
      clientId: CLIENT,
      name: "Pressão do 01",
      scope: { kind: "pivot", id: pivotId },
      type: "low-pressure",
      threshold: 2,
      severity: "critical",
      channels: ["inbox", "push"],
      stops: true,
    };
    const insert = (change: object) => api.send("/AlertRule/Insert", { token, body: { ...rule, ...change } });
    expect((await insert({ scope: { kind: "client" } })).status).toBe(400);
    expect((await insert({ type: "stress" })).status).toBe(400);
    const { status, body } = await insert({});
    expect([status, body]).toEqual([200, expect.anything()]);
    await report(true, { pressureBar: 1.2 });
    await vi.waitFor(async () => expect(await openAlerts("low-pressure")).toHaveLength(1));
    await vi.waitFor(() => expect(ordered()).toMatchObject([{ command: "stop" }]));
    const stop = await current(orders[0]?.id ?? "");
    expect(stop).toMatchObject({ byName: "Pressão do 01", byUserId: null, ruleId: (body as { _id: string })._id });
    await report(false);
    await vi.waitFor(async () => expect((await current(stop?._id ?? ""))?.state).toBe("done"));
    await openAlerts("low-pressure");
    await report(true, { pressureBar: 1.1 });
    await vi.waitFor(async () => expect(await openAlerts("low-pressure")).toHaveLength(1));
    await tick();
    expect(ordered()).toHaveLength(1);
    await api.database.delete(alertRules).where(eq(alertRules._id, (body as { _id: string })._id));
  });

  /** An alert that a program raised before it was killed: its stop was not given. */
  async function alertWithoutStop(name: string, more: Partial<typeof notifications.$inferInsert> = {}) {
    const at = api.clock.now();
    const [{ farmId } = { farmId: "" }] = await api.database.select().from(pivots).where(eq(pivots._id, pivotId));
    const common = { clientId: CLIENT, createdAt: at, updatedAt: at, severity: "critical" as const };
    const rule = {
      scope: { kind: "pivot" as const, id: pivotId },
      type: "wind" as const,
      channels: ["inbox" as const],
    };
    await api.database
      .insert(alertRules)
      .values({ ...common, ...rule, _id: name, name, repeatMin: 15, enabled: true, stops: true });
    await api.database.insert(notifications).values({
      ...common,
      ...{ _id: name, key: `wind:${name}@1`, ruleId: name, date: at, type: "wind", title: "Vento", message: "Vento" },
      ...{ farmId, pivotId },
      ...more,
    });
    onTestFinished(async () => void (await api.database.delete(alertRules).where(eq(alertRules._id, name))));
  }
  /** The orders at the panel, each once: a stop is published again, with its id, until it is answered. */
  const ordered = () => [...new Map(orders.map((order) => [order.id, order])).values()];
  const stopsOf = (rule: string) => api.database.select().from(pivotCommands).where(eq(pivotCommands.ruleId, rule));

  it("sends the stop of a rule once after a restart, within five minutes of its alert", async () => {
    await report(true);
    await alertWithoutStop("Vento 1");
    api.clock.advance(200 * SECOND_MS);
    await Promise.all([tick(), tick()]);
    await tick();
    await vi.waitFor(() => expect(ordered()).toHaveLength(1));
    expect(await stopsOf("Vento 1")).toMatchObject([{ byName: "Vento 1", state: "sent" }]);
  });

  it("says that the stop of a rule was not sent, where it would be late or the alert has ended", async () => {
    await report(true);
    await alertWithoutStop("Vento 2");
    api.clock.advance(301 * SECOND_MS);
    await tick();
    await tick();
    expect(await stopsOf("Vento 2")).toMatchObject([{ state: "expired", sentAt: null }]);
    const [alert] = await openAlerts("command-unproved");
    expect(alert?.message).toContain("a parada automática não foi enviada");
    await report(false);
    await vi.waitFor(async () => expect(await openAlerts("command-unproved")).toEqual([]));
    await api.database.delete(notifications);
    await api.database.delete(pivotCommands);
    await alertWithoutStop("Vento 3", { resolvedAt: api.clock.now() });
    await tick();
    expect(await stopsOf("Vento 3")).toMatchObject([{ state: "expired" }]);
    await api.database.delete(notifications);
    await api.database.delete(pivotCommands);
    await alertWithoutStop("Vento 4", { resolvedAt: api.clock.now(), resolvedBy: "ana" });
    await api.database.update(alertRules).set({ enabled: false }).where(eq(alertRules._id, "Vento 3"));
    await tick();
    expect(await stopsOf("Vento 4")).toEqual([]);
    expect(orders).toEqual([]);
  });

  it("asks for the person's password where the client says so, but not to stop", async () => {
    await api.database.update(configs).set({ commandConfirmation: "password" }).where(eq(configs.clientId, CLIENT));
    for (const password of [undefined, "errada"]) {
      const { status, body } = await send({ ...start, password });
      expect([status, (body as { id: string }).id]).toEqual([403, "confirm-password"]);
    }
    const { _id } = await given({ ...start, password: "irrigar" });
    expect(JSON.stringify(await api.database.select().from(pivotCommands))).not.toContain("irrigar");
    expect((await current(_id))?.state).toBe("sent");
    await given({ command: "stop" });
  });

  it("takes the PIN or the password, and compares a retry without them", async () => {
    await api.database.update(configs).set({ commandConfirmation: "pin" }).where(eq(configs.clientId, CLIENT));
    const set = { current: encodeBase64("irrigar"), pin: "482915" };
    expect((await api.send("/User/SetCommandPin", { token, body: set })).status).toBe(200);
    const key = randomUUID();
    const body = { ...start, expiresAt: new Date(api.clock.now().getTime() + 60 * SECOND_MS).toISOString() };
    const first = await send({ ...body, pin: "482915" }, { key });
    expect(first.status).toBe(200);
    expect((await send({ ...body, password: "irrigar" }, { key })).body).toEqual(first.body);
  });

  it("is held back by a lock for maintenance, which only its person or an administrator lifts", async () => {
    const from = api.clock.now().toISOString();
    const [{ farmId } = { farmId: "" }] = await api.database.select().from(pivots).where(eq(pivots._id, pivotId));
    const fields = { clientId: CLIENT, farmId, pivotId, from, reason: "maintenance", note: "troca de bocal" };
    const lock = async (as: string) =>
      (await api.send("/OutOfService/Insert", { token: as, body: fields })).body as { _id: string };
    const lift = async (_id: string, as: string) =>
      (await api.send("/OutOfService/Update", { token: as, body: { _id, until: api.clock.now().toISOString() } }))
        .status;
    const passwordHash = await hashPassword("irrigar");
    const user = { _id: "outro-operador", userName: "outro-operador", name: "Outro", groupId: GroupId.operator };
    await addUser(api.database, { ...user, clientIds: [CLIENT], passwordHash }, api.clock.now());
    const [bruno, other] = [await api.login("bruno"), await api.login(user.userName)];
    const { _id } = await lock(bruno);
    expect(await heldBy(start)).toEqual(["out-of-service"]);
    await given({ command: "stop" });
    await api.database.delete(pivotCommands);
    expect(await lift(_id, other)).toBe(403);
    expect(await lift(_id, bruno)).toBe(200);
    expect(await heldBy({ ...start, wet: false })).toBe(200);
    await api.database.delete(pivotCommands);
    const second = await lock(bruno);
    expect(await lift(second._id, await api.login("admin"))).toBe(200);
    await api.database.delete(outOfServices);
  });

  describe("beside a deletion of the machine", () => {
    const remove = (path: string, id: string) => api.send(`${path}?ID=${id}`, { token, method: "DELETE" });
    const restore = async (recordId: string) => {
      const { body } = await api.send(`/Deletion/GetByClientID?ID=${CLIENT}`, { token });
      const found = (body as JsonRecord[]).find((one) => one.recordId === recordId);
      return api.send("/Deletion/Restore", { token, body: { clientId: CLIENT, _id: found?._id } });
    };
    const farmOf = async () => {
      const [machine] = await api.database.select().from(pivots).where(eq(pivots._id, pivotId));
      return machine?.farmId ?? "";
    };

    it("refuses the deletion of machine and farm while an order is under way, and says what to do", async () => {
      const { _id } = await given(start);
      for (const [path, id] of [
        ["/Pivot/Delete", pivotId],
        ["/Farm/Delete", await farmOf()],
      ] as const) {
        const { status, body } = await remove(path, id);
        expect([path, status, body]).toMatchObject([path, 409, { detail: expect.stringContaining("pare-a") }]);
      }
      await report(true, { percent: 45 });
      await vi.waitFor(async () => expect((await current(_id))?.state).toBe("done"));
      expect((await remove("/Pivot/Delete", pivotId)).status).toBe(200);
      expect((await restore(pivotId)).status).toBe(200);
      expect(path(await current(_id))?.at(-1)).toBe("done telemetry");
    });

    it("sends no scheduled start of a deleted machine, nor late after its restoration", async () => {
      const scheduledFor = new Date(api.clock.now().getTime() + 10 * 60 * SECOND_MS).toISOString();
      const { _id } = await given({ ...start, scheduledFor });
      expect((await remove("/Pivot/Delete", pivotId)).status).toBe(200);
      api.clock.advance(20 * 60 * SECOND_MS);
      await tick();
      expect((await restore(pivotId)).status).toBe(200);
      await tick();
      expect((await current(_id))?.state).toBe("expired");
      expect(orders).toEqual([]);
    });

    it("either gives the order or deletes the machine", async () => {
      for (let round = 0; round < 6; round++) {
        const [path, id] = round % 2 ? ["/Farm/Delete", await farmOf()] : ["/Pivot/Delete", pivotId];
        const [order, deletion] = await Promise.all([send(start), remove(path, id)]);
        expect([order.status, deletion.status]).toEqual(deletion.status === 200 ? [404, 200] : [200, 409]);
        if (deletion.status === 200) expect((await restore(id)).status).toBe(200);
        await api.database.delete(pivotCommands);
      }
    });
  });

  it("takes no answer of another panel, none after its end, and none before it left", async () => {
    const { _id } = await given(start);
    const other = await api.database.select().from(devices).where(eq(devices.sensorTypeId, "pivot-panel"));
    const stranger = other.find((one) => one.serial !== serial)?.serial ?? "";
    const { commands } = api.services;
    const answer = (state: string) =>
      new TextEncoder().encode(JSON.stringify({ id: _id, state, date: api.clock.now().toISOString() }));
    await commands.receive(`devices/${stranger}/command-states`, answer("failed"));
    expect((await current(_id))?.state).toBe("sent");
    await commands.receive(`devices/${serial}/command-states`, answer("refused"));
    await commands.receive(`devices/${serial}/command-states`, answer("accepted"));
    await report(true, { percent: 45 });
    expect((await current(_id))?.state).toBe("refused");
    await api.database.delete(pivotCommands);
    await report(false);
    const scheduledFor = new Date(api.clock.now().getTime() + 60_000).toISOString();
    const planned = await given({ ...start, scheduledFor });
    const early = { id: planned._id, state: "refused", date: api.clock.now().toISOString() };
    await commands.receive(`devices/${serial}/command-states`, new TextEncoder().encode(JSON.stringify(early)));
    expect((await current(planned._id))?.state).toBe("asked");
  });

  it("is given once for a key: another body or another person with it is refused", async () => {
    const key = randomUUID();
    const first = await send(start, { key });
    expect(first.status).toBe(200);
    expect((await send({ ...start, percent: 80 }, { key })).status).toBe(422);
    expect((await send({ ...start, percent: 80 }, { key, as: await api.login("admin") })).status).not.toBe(200);
    expect(await api.database.$count(pivotCommands)).toBe(1);
  });

  it("is sent or cancelled, never both", async () => {
    const { _id } = await given({ ...start, scheduledFor: new Date(api.clock.now().getTime() + 60_000).toISOString() });
    api.clock.advance(61 * SECOND_MS);
    const [reply] = await Promise.all([api.send("/PivotCommand/Cancel", { token, body: { _id } }), tick()]);
    const { matchedCount } = reply.body as { matchedCount: number };
    const states = (await current(_id))?.states.map(({ state }) => state);
    expect(states).toEqual(["asked", matchedCount === 1 ? "cancelled" : "sent"]);
  });

  it("overrides no interlock that protects people and machines", async () => {
    await report(false, { fault: "misalignment" });
    const override = { interlocks: ["fault", "fault-unseen", "permit"], reason: "é urgente" };
    expect(await heldBy({ ...start, override })).toContain("fault");
    await report(false);
    await vi.waitFor(async () => expect(await openAlerts("pivot-fault")).toEqual([]));
  });

  it("continues the numbers of a restored database, and proves nothing by the reports of another machine", async () => {
    const first = await given(start);
    const [sent] = await api.database.select().from(pivotCommands).where(eq(pivotCommands._id, first._id));
    await api.database.delete(pivotCommands);
    api.clock.advance(SECOND_MS);
    const { _id } = await given({ command: "stop" });
    const [again] = await api.database.select().from(pivotCommands).where(eq(pivotCommands._id, _id));
    expect(again?.sequence).toBeGreaterThan(sent?.sequence ?? 0);
    // The panel moves to another machine: what it reports there says nothing of this one.
    const [other] = await api.database.select().from(pivots).where(ne(pivots._id, pivotId)).limit(1);
    await api.database.update(devices).set({ pivotId: other?._id }).where(eq(devices.serial, serial));
    onTestFinished(
      async () => void (await api.database.update(devices).set({ pivotId }).where(eq(devices.serial, serial))),
    );
    api.clock.advance(SECOND_MS);
    const date = api.clock.now();
    const status = { running: false, wet: false, direction: "stopped" as const, angleDeg: 1 };
    await api.database.insert(pivotStatuses).values({ pivotId: other?._id ?? "", date, ...status });
    await tick();
    expect((await current(_id))?.state).toBe("sent");
  });

  it("sends no scheduled start of a person who has lost the right since", async () => {
    const passwordHash = await hashPassword("irrigar");
    const user = { _id: "gestor-de-saida", userName: "gestor-de-saida", name: "Gestor", groupId: GroupId.manager };
    await addUser(api.database, { ...user, clientIds: [CLIENT], passwordHash }, api.clock.now());
    const scheduledFor = new Date(api.clock.now().getTime() + 60_000).toISOString();
    const reply = await send({ ...start, scheduledFor }, { as: await api.login(user.userName) });
    const { _id } = PivotCommand.parse(reply.body);
    await api.database.update(memberships).set({ groupId: GroupId.operator }).where(eq(memberships.userId, user._id));
    api.clock.advance(61 * SECOND_MS);
    await tick();
    expect((await current(_id))?.states.at(-1)).toMatchObject({ state: "refused", source: "api", reason: "no-right" });
    expect(orders).toEqual([]);
  });

  describe("a permit", () => {
    /** The next such hour on the farm. */
    async function goTo(hour: number): Promise<void> {
      const { timezone } = await site();
      const [now, today] = [api.clock.now().getTime(), farmDay(api.clock.now().getTime(), timezone)];
      const at = farmMoment(today, `${hour}:00`, timezone);
      api.clock.advance((at > now ? at : farmMoment(addDays(today, 1), `${hour}:00`, timezone)) - now);
      token = await api.login("ana");
    }
    async function site() {
      const [row] = await api.database
        .select({ farmId: farms._id, timezone: farms.timezone })
        .from(pivots)
        .innerJoin(farms, eq(farms._id, pivots.farmId))
        .where(eq(pivots._id, pivotId));
      if (row === undefined) throw new Error("no farm");
      return row;
    }
    /** The only permit of the machine. */
    async function permit(limits: Partial<typeof waterPermits.$inferInsert>): Promise<void> {
      const others = await api.database.delete(waterPermits).returning();
      onTestFinished(async () => {
        await api.database.delete(waterPermits);
        await api.database.insert(waterPermits).values(others);
      });
      const { farmId } = await site();
      const body = { clientId: CLIENT, farmId, pivotIds: [pivotId], number: "9/26", m3Month: 0, ...limits };
      const { status, body: reply } = await api.send("/WaterPermit/Insert", { token, body });
      expect([status, reply]).toEqual([200, expect.anything()]);
    }

    it("that ends between the scheduling of a start and its moment holds it back", async () => {
      await goTo(23);
      const { timezone } = await site();
      await permit({ validUntil: farmDay(api.clock.now().getTime(), timezone) });
      await report(false);
      const { _id } = await given({
        ...start,
        scheduledFor: new Date(api.clock.now().getTime() + 61 * 60 * SECOND_MS).toISOString(),
      });
      api.clock.advance(50 * 60 * SECOND_MS);
      await report(false);
      api.clock.advance(11 * 60 * SECOND_MS);
      await tick();
      expect((await current(_id))?.states.at(-1)).toMatchObject({ state: "refused", source: "api", reason: "permit" });
      expect(orders).toEqual([]);
    });

    it("that ends by its days stops a machine that waters across midnight, where a rule does so", async () => {
      await goTo(22);
      await permit({ daysMonth: 1 });
      const { status } = await api.send("/AlertRule/Insert", {
        token,
        body: {
          ...{ clientId: CLIENT, name: "Fim da outorga", scope: { kind: "pivot", id: pivotId }, threshold: 0 },
          ...{ type: "permit-ended", severity: "critical", channels: ["inbox"], stops: true },
        },
      });
      expect(status).toBe(200);
      for (const pauseMin of [29, 29, 29, 29, 6]) {
        await report(true, { percent: 50 });
        await api.services.alerts.settleAll();
        expect(orders).toEqual([]);
        api.clock.advance(pauseMin * 60 * SECOND_MS);
      }
      await report(true, { angleDeg: 30, percent: 50 });
      // The round of the client's midnight.
      await api.services.alerts.settleAll();
      expect(await openAlerts("permit-ended")).toHaveLength(1);
      await vi.waitFor(() => expect(ordered()).toMatchObject([{ command: "stop" }]));
      expect(await current(orders[0]?.id ?? "")).toMatchObject({ byName: "Fim da outorga", byUserId: null });
    });

    it("and tariff are of the farm's time zone at the moment of a start, which the person's zone does not move", async () => {
      await goTo(19);
      const { farmId, timezone } = await site();
      await report(false);
      const scheduledFor = new Date(api.clock.now().getTime() + 2.5 * 3600 * SECOND_MS).toISOString();
      const { _id } = await given({ ...start, scheduledFor });
      const windows = [{ days: [0, 1, 2, 3, 4, 5, 6], from: "18:00", to: "21:00", kind: "peak" as const, brlKwh: 2 }];
      const at = api.clock.now();
      await api.database
        .insert(tariffs)
        .values({ _id: "ponta", clientId: CLIENT, name: "Ponta", windows, createdAt: at, updatedAt: at });
      // 21:30 where the start was scheduled, 20:30 in the corrected zone.
      await api.database.update(farms).set({ timezone: "America/Manaus" }).where(eq(farms._id, farmId));
      onTestFinished(async () => {
        await api.database.update(farms).set({ timezone }).where(eq(farms._id, farmId));
        await api.database.delete(tariffs).where(eq(tariffs._id, "ponta"));
      });
      api.clock.advance(2.4 * 3600 * SECOND_MS);
      await report(false);
      await tick();
      expect((await current(_id))?.scheduledFor).toBe(scheduledFor);
      api.clock.advance(0.11 * 3600 * SECOND_MS);
      await tick();
      expect((await current(_id))?.states.at(-1)).toMatchObject({ state: "refused", reason: "peak-tariff" });
    });
  });

  it("is a right of its own, by farm", async () => {
    expect((await send(start, { as: await api.login("bruno") })).status).toBe(403);
    const passwordHash = await hashPassword("irrigar");
    const user = { _id: "outra-fazenda", userName: "outra-fazenda", name: "Gestor", groupId: GroupId.manager };
    await addUser(api.database, { ...user, clientIds: [CLIENT], passwordHash }, api.clock.now());
    await api.database
      .update(memberships)
      .set({ farmIds: ["nenhuma"] })
      .where(eq(memberships.userId, user._id));
    const other = await api.login(user.userName);
    expect((await send(start, { as: other })).status).toBe(404);
    expect((await api.send(`/PivotCommand/GetByPivotID?ID=${pivotId}`, { token: other })).status).toBe(404);
    expect((await api.send(`/PivotCommand/GetByClientID?ID=${CLIENT}`, { token: other })).body).toEqual([]);
  });

  it("drives the panel of the documented example", async () => {
    const list = (await api.send(`/Device/GetByClientID?ID=${CLIENT}`, { token })).body as JsonRecord[];
    const other = list.find((one) => one.sensorTypeId === "pivot-panel" && one.pivotId !== pivotId);
    const { body } = await api.send("/Device/RotateSecret", { token, body: { _id: other?._id } });
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL("../../../docs/examples/panel.mjs", import.meta.url))],
      {
        env: {
          ...process.env,
          SERIAL: String(other?.serial),
          SECRET: (body as { secret: string }).secret,
          MQTT_URL: api.broker.url,
          CA_FILE: api.caFile,
        },
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    onTestFinished(() => void child.kill());
    const id = String(other?.pivotId);
    api.clock.advance(Date.now() - api.clock.now().getTime());
    token = await api.login("ana");
    const reports = () => api.database.$count(pivotStatuses, eq(pivotStatuses.pivotId, id));
    await vi.waitFor(async () => expect(await reports()).toBe(1), 10_000);
    const state = async (_id: string) => {
      const { body } = await api.send(`/PivotCommand/GetByPivotID?ID=${id}`, { token });
      return PivotCommand.array()
        .parse(body)
        .find((one) => one._id === _id)
        ?.states.map((one) => one.state);
    };
    const reached = async (order: object) => {
      api.clock.advance(Date.now() - api.clock.now().getTime());
      const { _id } = await given({ ...order, pivotId: id });
      await vi.waitFor(async () => expect(await state(_id)).toContain("done"), 10_000);
    };
    await reached({ command: "start", wet: false, percent: 45 });
    await reached({ command: "speed", percent: 60 });
    await reached({ command: "stop" });
  }, 40_000);

  it("lets a device hear its own commands alone, and give none", async () => {
    const granted = async (topic: string) =>
      (await panel.subscribeAsync(topic, { qos: 1 }).catch(() => [{ qos: 128 }]))[0]?.qos;
    for (const topic of ["devices/+/commands", "devices/#", "devices/OUTRO/commands", `devices/${serial}/pivot`])
      expect([topic, await granted(topic)]).toEqual([topic, 128]);
    await panel.publishAsync(`devices/${serial}/commands`, JSON.stringify({ id: "x" }), { qos: 1 });
    const { _id } = await given(start);
    await vi.waitFor(() => expect(orders.map(({ id }) => id)).toEqual([_id]));
  });
});
