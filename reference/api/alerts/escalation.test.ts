import type { EscalationStep } from "@lamina/shared/records/alert";
import { AlertSettingsFields } from "@lamina/shared/views/mail";
import { expect, it } from "vitest";
import { describeDatabases } from "../irrigation/testing/databases.ts";
import { times } from "../irrigation/testing/field.ts";
import { alertRules } from "../schema/alerts.ts";
import { createAlertSettings } from "./settings/settings.ts";
import { watchedFarm } from "./testing/watched-farm.ts";

let number = 0;

describeDatabases("the escalation of an alert", (database) => {
  /** A farm whose pivot stopped for lack of pressure, and a rule that calls ana, then bruno after 10 min, then carla. */
  async function prepare(rule: Partial<typeof alertRules.$inferInsert> = {}) {
    const farm = await watchedFarm(database(), `escalation-${++number}`);
    const people = {
      ana: await farm.addUser("ana"),
      bruno: await farm.addUser("bruno"),
      carla: await farm.addUser("carla"),
    };
    const step = (name: keyof typeof people, afterMin: number): EscalationStep => ({
      userIds: [people[name].userId ?? ""],
      afterMin,
    });
    await database()
      .insert(alertRules)
      .values({
        ...{ ...times, _id: `rule-${number}`, clientId: farm.clientId, scope: { kind: "client" } },
        ...{ type: "low-pressure", severity: "critical", channels: ["inbox", "push"], repeatMin: 60, enabled: true },
        escalation: [step("ana", 0), step("bruno", 10), step("carla", 20)],
        ...rule,
      });
    await farm.say(-120, {});
    await farm.say(-60, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    const called = () => {
      const names = farm.sent.map(({ userName }) => userName.split("-").at(-1));
      farm.sent.length = 0;
      return names.sort().join(" ");
    };
    return { farm, people, called };
  }

  it("calls the first, then the next after their minutes, until someone takes the alert", async () => {
    const { farm, people, called } = await prepare();
    const { alerts, inbox } = farm.startProgram();
    const seen: string[] = [];
    for (const minutes of [0, 9, 1, 9, 1, 1]) {
      farm.advance(minutes);
      await alerts.settleAll();
      seen.push(called());
    }
    expect(seen).toEqual(["ana", "", "ana bruno", "", "ana bruno carla", ""]);
    const [row] = await farm.inboxRows();
    await inbox.take(people.bruno, row?._id ?? "");
    farm.advance(120);
    await alerts.settleAll();
    expect(called()).toBe("");
  });

  it("calls no one next when the first takes it", async () => {
    const { farm, people, called } = await prepare();
    const { alerts, inbox } = farm.startProgram();
    await alerts.settleAll();
    const [row] = await farm.inboxRows();
    await inbox.take(people.ana, row?._id ?? "");
    farm.advance(30);
    await alerts.settleAll();
    expect(called()).toBe("ana");
  });

  it("continues after a restart, and calls once when two programs look at the same moment", async () => {
    const { farm, called } = await prepare();
    await farm.startProgram().alerts.settleAll();
    expect(called()).toBe("ana");
    farm.advance(10);
    await Promise.all([farm.startProgram(), farm.startProgram()].map(({ alerts }) => alerts.settleAll()));
    expect(called()).toBe("ana bruno");
  });

  it("is looked at when the next turn comes, without an event", async () => {
    const { farm, called } = await prepare();
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    called();
    const round = alerts.jobs.find(({ name }) => name === "alert round");
    // The first look of a program is for all clients.
    await round?.due?.();
    farm.advance(9);
    for (const clientId of (await round?.due?.()) ?? []) await round?.run(clientId);
    expect(called()).toBe("");
    farm.advance(1);
    expect(await round?.due?.()).toEqual([farm.clientId]);
    await round?.run(farm.clientId);
    expect(called()).toBe("ana bruno");
  });

  it("calls everyone when those of the rule have left", async () => {
    const { farm, called } = await prepare({ escalation: [{ userIds: ["gone"], afterMin: 0 }] });
    await farm.startProgram().alerts.settleAll();
    expect(called()).toBe("ana bruno carla");
  });

  it("repeats to those called so far", async () => {
    const { farm, called } = await prepare({ repeatMin: 5 });
    const { alerts } = farm.startProgram();
    const seen: string[] = [];
    for (const minutes of [0, 5, 5, 5]) {
      farm.advance(minutes);
      await alerts.settleAll();
      seen.push(called());
    }
    expect(seen).toEqual(["ana", "ana", "ana bruno", "ana bruno"]);
  });

  it("respects the quiet hours of a person, but for critical alerts", async () => {
    const quiet = AlertSettingsFields.parse({
      ...{ pace: "at-once", digestAt: "07:00", byMail: false, quietFrom: "08:00", quietTo: "10:00" },
    });
    const settings = createAlertSettings(
      { database: database() },
      { isMailed: false, mails: { undelivered: async () => [] } },
    );
    const critical = await prepare({ escalation: [] });
    await settings.change(critical.people.ana, quiet);
    await critical.farm.startProgram().alerts.settleAll();
    expect(critical.called()).toBe("ana bruno carla");

    const { farm, people, called } = await prepare({ escalation: [], severity: "warning" });
    await settings.change(people.ana, quiet);
    const program = farm.startProgram();
    const digest = program.alerts.jobs.find(({ name }) => name === "alert digests");
    await program.alerts.settleAll();
    await digest?.run();
    expect(called()).toBe("bruno carla");
    // 10:00 on the farm.
    farm.advance(60);
    await Promise.all([
      digest?.run(),
      farm
        .startProgram()
        .alerts.jobs.find(({ name }) => name === "alert digests")
        ?.run(),
    ]);
    expect(called()).toBe("ana");
    await digest?.run();
    expect(called()).toBe("");
  });

  it("notes the last success of each person", async () => {
    const { farm, people } = await prepare();
    const settings = createAlertSettings(
      { database: database() },
      { isMailed: false, mails: { undelivered: async () => [] } },
    );
    farm.broker.unreachable = "ana";
    const { alerts } = farm.startProgram();
    await alerts.settleAll();
    const at = farm.clock.at.toISOString();
    expect((await settings.get(people.ana)).channels).toEqual([{ channel: "app", lastSuccess: null, lastFault: at }]);
    farm.broker.unreachable = null;
    farm.advance(1);
    await alerts.settleAll();
    const later = farm.clock.at.toISOString();
    expect((await settings.get(people.ana)).channels).toEqual([{ channel: "app", lastSuccess: later, lastFault: at }]);
  });
});
