import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { Database } from "../core/database/open.ts";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { times } from "../irrigation/testing/field.ts";
import { alertRules } from "../schema/alerts.ts";
import { farms } from "../schema/farms.ts";
import { usersGroups } from "../schema/identity.ts";
import { configs } from "../schema/settings.ts";
import { watchedFarm } from "./testing/watched-farm.ts";
import { text } from "./watch/text.ts";

type Farm = Awaited<ReturnType<typeof watchedFarm>>;

let farmNumber = 0;
const nextId = () => `alerts-${++farmNumber}`;

/** The pivot ran, and stopped for lack of pressure an hour ago. */
async function stopWithFault(farm: Farm): Promise<void> {
  await farm.say(-120, {});
  await farm.say(-60, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
}

const texts = (farm: Farm) => farm.sent.map(({ message }) => message.text);

async function addRule(database: Database, farm: Farm, rule: Partial<typeof alertRules.$inferInsert>): Promise<void> {
  await database.insert(alertRules).values({
    ...times,
    _id: crypto.randomUUID(),
    clientId: farm.clientId,
    scope: { kind: "client" },
    type: "low-pressure",
    severity: "warning",
    channels: ["inbox", "push"],
    repeatMin: 15,
    enabled: true,
    ...rule,
  });
}

describeDatabases("alerts", (database) => {
  const farmOf = (id = nextId()) => watchedFarm(database(), id);

  it("notifies each user of the client once of the stop, its place, cause and time, with a link", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.addUser("bruno", { groupId: "operador" });
    await stopWithFault(farm);
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    await alerts.settleAll();
    expect(farm.sent.map(({ userName }) => userName).sort()).toEqual([
      `${farm.farmId.slice(0, -5)}-ana`,
      `${farm.farmId.slice(0, -5)}-bruno`,
    ]);
    const [row] = await farm.inboxRows();
    expect(farm.sent[0]?.message).toEqual({
      text: "Pivô 01 parou em 214° (baixa pressão) às 08:00",
      link: `/irrigameter/calculated-pivot?cliente=${farm.clientId}&pivo=${farm.pivotId}`,
      severity: "critical",
      notificationId: row?._id,
    });
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("keeps open alerts over a restart, does not send them twice, and repeats them from there", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await stopWithFault(farm);
    await farm.startProgram().alerts.settleAll();
    farm.advance(5);
    const restarted = farm.startProgram();
    await restarted.alerts.settleAll();
    expect(farm.sent).toHaveLength(1);
    farm.advance(10);
    await restarted.alerts.settleAll();
    expect(farm.sent).toHaveLength(2);
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("raises and repeats an alert once when two programs evaluate at the same moment", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await stopWithFault(farm);
    const programs = [farm.startProgram(), farm.startProgram()];
    await Promise.all(programs.map(({ alerts }) => alerts.settleAll()));
    expect(farm.sent).toHaveLength(1);
    farm.advance(15);
    await Promise.all(programs.map(({ alerts }) => alerts.settleAll()));
    expect(farm.sent).toHaveLength(2);
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("repeats until a user takes it, and then stops", async () => {
    const farm = await farmOf();
    const ana = await farm.addUser("ana");
    const bruno = await farm.addUser("bruno", { groupId: "operador" });
    await stopWithFault(farm);
    const { alerts, inbox } = farm.startProgram();
    // Before and at each repetition.
    const pass = async () => {
      for (const minutes of [0, 1, 13, 1, 14, 1, 14, 1]) {
        farm.advance(minutes);
        await alerts.settleAll();
      }
    };
    await pass();
    expect(texts(farm)).toHaveLength(4 * 2);
    const [row] = await farm.inboxRows();
    expect(await inbox.take(bruno, row?._id ?? "")).toEqual({ matchedCount: 1 });
    await expect(inbox.take(ana, row?._id ?? "")).rejects.toMatchObject({ statusCode: 409 });
    farm.sent.length = 0;
    await pass();
    expect(farm.sent).toEqual([]);
    expect((await farm.inboxRows())[0]).toMatchObject({
      takenBy: bruno.userId,
      takenByName: "bruno",
      resolvedAt: null,
    });
  });

  it("resolves by itself when the situation ends; a new stop is a new alert", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await stopWithFault(farm);
    const { alerts, emitted } = farm.startProgram();
    await alerts.settleAll();
    await farm.say(-1, {});
    await alerts.settleAll();
    const after = await farm.inboxRows();
    expect(after.find(({ type }) => type === "low-pressure")).toMatchObject({
      resolvedAt: farm.clock.at,
      resolvedBy: null,
    });
    expect(after.find(({ type }) => type === "pivot-started")).toMatchObject({ resolvedAt: null });
    expect(emitted.length).toBeGreaterThanOrEqual(3);
    await farm.say(10, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    farm.advance(11);
    await alerts.settleAll();
    const all = await farm.inboxRows();
    expect(all.filter(({ type }) => type === "low-pressure")).toHaveLength(2);
    expect(all.find(({ type }) => type === "pivot-started")?.resolvedAt).toEqual(farm.clock.at);
  });

  it("keeps closed an alert that a person closed, even while it continues and after a restart", async () => {
    const farm = await farmOf();
    const ana = await farm.addUser("ana");
    await stopWithFault(farm);
    const { alerts, inbox } = farm.startProgram();
    await alerts.settleAll();
    const [row] = await farm.inboxRows();
    expect(await inbox.resolve(ana, row?._id ?? "", "Filtro limpo")).toEqual({ matchedCount: 1 });
    farm.advance(30);
    await alerts.settleAll();
    await farm.startProgram().alerts.settleAll();
    expect(farm.sent).toHaveLength(1);
    expect(await farm.inboxRows()).toMatchObject([{ resolvedByName: "ana", note: "Filtro limpo", takenBy: null }]);
  });

  it("makes a text for a new alert alone: not without a rule, and not for one that is open or that a person closed", async () => {
    const farm = await farmOf();
    const ana = await farm.addUser("ana");
    const silent = ["low-pressure", "pivot-stopped"] as const;
    for (const type of silent) await addRule(database(), farm, { type, enabled: false });
    await stopWithFault(farm);
    const { alerts, inbox } = farm.startProgram();
    using written = vi.spyOn(text, "stoppedByFault");
    await alerts.settleAll();
    expect(written).not.toHaveBeenCalled();

    await database().delete(alertRules).where(eq(alertRules.clientId, farm.clientId));
    await alerts.settleAll();
    const [row] = await farm.inboxRows();
    expect(row?.resolvedAt).toBeNull();
    await alerts.settleAll();
    await inbox.resolve(ana, row?._id ?? "", "Filtro limpo");
    await alerts.settleAll();
    expect(written).toHaveBeenCalledTimes(1);
  });

  it("reopens, without a notification, an alert that ended by itself and is back", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await stopWithFault(farm);
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    await database().update(farms).set({ active: false }).where(eq(farms._id, farm.farmId));
    await alerts.settleAll();
    expect((await farm.inboxRows())[0]?.resolvedAt).not.toBeNull();
    await database().update(farms).set({ active: true }).where(eq(farms._id, farm.farmId));
    await alerts.settleAll();
    expect(await farm.inboxRows()).toMatchObject([{ resolvedAt: null }]);
    expect(farm.sent).toHaveLength(1);
  });

  it("waits for the end of quiet hours over midnight, except for critical alerts", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(database(), farm, { severity: "warning", quietFrom: "22:00", quietTo: "05:30" });
    farm.clock.at = new Date("2026-05-15T01:30:00Z");
    await farm.say(-120, {});
    await farm.say(-10, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    const { alerts } = farm.startProgram();
    for (const moment of ["01:30", "02:59", "03:00", "08:29"]) {
      farm.clock.at = new Date(`2026-05-15T${moment}:00Z`);
      await alerts.settleAll();
    }
    expect(farm.sent).toEqual([]);
    expect(await farm.inboxRows()).toHaveLength(1);
    farm.clock.at = new Date("2026-05-15T08:30:00Z");
    await farm.say(-1, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    await alerts.settleAll();
    expect(texts(farm)).toEqual(["Pivô 01 parou em 214° (baixa pressão) às 22:20"]);

    await database().update(alertRules).set({ severity: "critical" }).where(eq(alertRules.clientId, farm.clientId));
    farm.clock.at = new Date("2026-05-16T02:00:00Z");
    await alerts.settleAll();
    expect(farm.sent).toHaveLength(2);
  });

  it("applies the closest rule: a silent one for a pivot silences it, and two thresholds are two alerts", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(database(), farm, {});
    await addRule(database(), farm, { scope: { kind: "pivot", id: farm.pivotId }, enabled: false });
    await stopWithFault(farm);
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    expect(await farm.inboxRows()).toEqual([]);

    await database().delete(alertRules).where(eq(alertRules.clientId, farm.clientId));
    for (const threshold of [2, 3]) await addRule(database(), farm, { threshold, unit: "bar" });
    await farm.say(-2, { pressureBar: 2.5 });
    await alerts.settleAll();
    expect((await farm.inboxRows()).map(({ message }) => message)).toEqual(["Pivô 01 com baixa pressão: 2,5 bar"]);
    await farm.say(-1, { pressureBar: 1.5 });
    await alerts.settleAll();
    expect((await farm.inboxRows()).filter(({ resolvedAt }) => resolvedAt === null)).toHaveLength(2);
  });

  it("reports a fault as a stop when only stops are enabled", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await addRule(database(), farm, { type: "pivot-stopped", severity: "info" });
    await stopWithFault(farm);
    await farm.startProgram().alerts.settleAll();
    expect(await farm.inboxRows()).toMatchObject([
      { type: "pivot-stopped", message: "Pivô 01 parou em 214° (baixa pressão) às 08:00" },
    ]);
  });

  it("sends news once: a start or a stop without a fault is not repeated", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.say(-60, { running: false, wet: false, direction: "stopped" });
    await farm.say(-30, { angleDeg: 10 });
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    farm.advance(60);
    await alerts.settleAll();
    expect(texts(farm)).toEqual(["Pivô 01 partiu em 10° às 08:30"]);
  });

  it("sends news once to every user when the broker is back, also of situations that are over", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.addUser("rui");
    await farm.say(-60, { running: false, wet: false, direction: "stopped" });
    await farm.say(-30, { angleDeg: 10 });
    const { alerts } = farm.startProgram();
    farm.broker.unreachable = "";
    await alerts.settleAll();
    await alerts.settleAll();
    expect(farm.sent).toEqual([]);
    await farm.say(-10, { running: false, wet: false, direction: "stopped", angleDeg: 20 });
    farm.broker.unreachable = "rui";
    await alerts.settleAll();
    farm.broker.unreachable = null;
    for (let look = 0; look < 2; look++) await alerts.settleAll();
    const news = ["Pivô 01 partiu em 10° às 08:30", "Pivô 01 parou em 20° às 08:50"];
    for (const name of ["ana", "rui"])
      expect(farm.sent.filter(({ userName }) => userName.endsWith(name)).map(({ message }) => message.text)).toEqual(
        news,
      );
  });

  it("sends after a restart the alerts that the broker missed, and nothing twice", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.say(-60, { running: false, wet: false, direction: "stopped" });
    await farm.say(-30, { angleDeg: 10 });
    farm.broker.unreachable = "";
    await farm.startProgram().alerts.settleAll();
    farm.broker.unreachable = null;
    for (let start = 0; start < 2; start++) await farm.startProgram().alerts.settleAll();
    expect(texts(farm)).toEqual(["Pivô 01 partiu em 10° às 08:30"]);
  });

  it("does not send late an alert that a user has taken in the meantime", async () => {
    const farm = await farmOf();
    const ana = await farm.addUser("ana");
    await stopWithFault(farm);
    farm.broker.unreachable = "";
    const { alerts, inbox } = farm.startProgram();
    await alerts.settleAll();
    const [row] = await farm.inboxRows();
    await inbox.take(ana, row?._id ?? "");
    farm.broker.unreachable = null;
    await alerts.settleAll();
    expect(farm.sent).toEqual([]);
  });

  it("notifies only active users who may see alerts, of their own farms, with the types of their group", async () => {
    const other = await farmOf();
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.addUser("daqui", { farmIds: [farm.farmId] });
    await farm.addUser("longe", { farmIds: [other.farmId] });
    const deaf = `${farm.clientId}-deaf`;
    const group = { ...times, clientId: farm.clientId, name: "Só chuva", permissions: [] };
    const [viewer] = await database().select().from(usersGroups).where(eq(usersGroups._id, "consulta"));
    await database()
      .insert(usersGroups)
      .values([
        { ...group, _id: deaf, permissions: viewer?.permissions ?? [], alertDefaults: ["rain"] },
        { ...group, _id: `${deaf}-2` },
      ]);
    await farm.addUser("surdo", { groupId: deaf });
    await farm.addUser("sem", { groupId: `${deaf}-2` });
    await stopWithFault(farm);
    await farm.startProgram().alerts.settleAll();
    expect(farm.sent.map(({ userName }) => userName.split("-").at(-1)).sort()).toEqual(["ana", "daqui"]);
  });

  it("uses only the inbox when the client wants no push", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await database()
      .insert(configs)
      .values({
        ...times,
        _id: crypto.randomUUID(),
        clientId: farm.clientId,
        decisionTime: "07:00",
        etoSource: "station",
        forecastSource: "simulated",
        statusMargins: { waitDays: 1, sensorMarginPct: 2, differencePct: 20 },
        staleLimits: { weatherMin: 180, soilMin: 180, pivotMin: 60 },
        units: { depth: "mm" },
        rainEffective: { method: "all", minFracEto: 0 },
        language: "pt-BR",
        alertChannels: ["inbox"],
      });
    await stopWithFault(farm);
    await farm.startProgram().alerts.settleAll();
    expect(farm.sent).toEqual([]);
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("evaluates a client again after a failed evaluation", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await stopWithFault(farm);
    const { alerts, events } = farm.startProgram();
    await events.emit("pivotStatus", { clientId: farm.clientId, farmId: farm.farmId, pivotId: farm.pivotId });
    const broken = database();
    const select = broken.select;
    Object.assign(broken, {
      select: () => {
        throw new Error("away");
      },
    });
    await expect(alerts.settle()).rejects.toThrow("away");
    Object.assign(broken, { select });
    await alerts.settle();
    expect(await farm.inboxRows()).toHaveLength(1);
  });

  it("recognizes a fault in the panel's own words, or from its first word", async () => {
    const farm = await farmOf();
    await farm.addUser("ana");
    await farm.say(-5, { fault: "Falta de fase na torre", faultTower: 4, angleDeg: 12.4 });
    await farm.startProgram().alerts.settleAll();
    expect(await farm.inboxRows()).toMatchObject([
      { type: "power", message: "Pivô 01 com Falta de fase na torre na torre 4 em 12° às 08:55" },
    ]);
  });
});
