import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { SECOND_MS } from "@lamina/shared/core/time";
import { CommandMessage, PivotCommand } from "@lamina/shared/records/commands/pivot-command";
import { eq } from "drizzle-orm";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { GroupId } from "../access/identity/groups.ts";
import { hashPassword } from "../access/identity/password.ts";
import { addUser } from "../access/identity/seed.ts";
import type { JsonRecord } from "../core/serialize.ts";
import { pivotCommands } from "../schema/commands.ts";
import { pivots } from "../schema/farms.ts";
import { memberships } from "../schema/identity.ts";
import { tariffs } from "../schema/settings.ts";
import { pivotStatuses } from "../schema/telemetry.ts";

const CLIENT = "demo-santa-clara";

describe("commands", () => {
  let api: TestApi;
  let token: string;
  let pivotId: string;
  let serial: string;
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
    panel = await connectAsync(api.broker.url, {
      ca: readFileSync(api.caFile),
      clientId: serial,
      username: serial,
      password: (body as { secret: string }).secret,
      reconnectPeriod: 0,
    });
    panel.on("message", (_topic, payload) => orders.push(CommandMessage.parse(JSON.parse(payload.toString()))));
    await panel.subscribeAsync(`devices/${serial}/commands`, { qos: 1 });
    await api.database.delete(tariffs);
  }, 60_000);
  afterAll(async () => {
    await panel?.endAsync(true);
    await api?.close();
  });
  beforeEach(async () => {
    api.clock.advance(30 * 60 * SECOND_MS);
    token = await api.login("ana");
    await report(false);
  });
  afterEach(async () => {
    await api.database.delete(pivotCommands);
    await api.database.delete(pivotStatuses);
    orders.length = 0;
  });

  async function report(running: boolean, more: object = {}): Promise<void> {
    api.clock.advance(SECOND_MS);
    const direction = running ? "forward" : "stopped";
    const status = { serial, date: api.clock.now().toISOString(), running, wet: running, direction, angleDeg: 10 };
    await panel.publishAsync(`devices/${serial}/pivot`, JSON.stringify({ ...status, ...more }), { qos: 1 });
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
    api.clock.advance(60 * SECOND_MS);
    await tick();
    expect((await current(held._id))?.states.at(-1)).toMatchObject({
      state: "refused",
      source: "api",
      reason: "fault",
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
