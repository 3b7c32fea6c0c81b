import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import { AlertSettingsFields } from "@lamina/shared/views/mail";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type * as z from "zod";
import { quietLog } from "../../../testing/quiet-log.ts";
import { describeDatabases } from "../../irrigation/testing/databases.ts";
import { createMails } from "../../mail/mails.ts";
import { createUnsubscribeLinks } from "../../mail/unsubscribe-links.ts";
import { memberships, users } from "../../schema/identity.ts";
import { mails } from "../../schema/mails.ts";
import { createAlertSettings } from "../settings/settings.ts";
import { watchedFarm } from "../testing/watched-farm.ts";

type Farm = Awaited<ReturnType<typeof watchedFarm>>;

let number = 0;

describeDatabases("the digest of alerts", (database) => {
  /** A farm whose pivot can stop with a critical fault, or without one, at noon of São Paulo less three hours. */
  async function prepare() {
    const farm = await watchedFarm(database(), `digest-${++number}`);
    const own = createMails({ database: database(), clock: farm.clock, log: quietLog }, SERVER);
    const links = createUnsubscribeLinks("k".repeat(32), "https://lamina.example.com", farm.clock);
    const start = () => farm.startProgram({ mails: own, links });
    const user = async (name: string, settings?: z.input<typeof AlertSettingsFields>) => {
      const caller = await farm.addUser(name);
      await database()
        .update(users)
        .set({ email: `${name}@example.com` })
        .where(eq(users._id, caller.userId ?? ""));
      if (settings) await settingsOf().change(caller, AlertSettingsFields.parse(settings));
      return caller;
    };
    const stored = () => database().select().from(mails).where(eq(mails.clientId, farm.clientId));
    return { farm, start, user, stored };
  }
  const settingsOf = () =>
    createAlertSettings({ database: database() }, { isMailed: true, mails: { undelivered: async () => [] } });
  const digest = ({ alerts }: ReturnType<Farm["startProgram"]>) =>
    alerts.jobs.find(({ name }) => name === "alert digests")?.run() ?? Promise.reject(new Error("no job"));
  const textsTo = ({ sent, clientId }: Farm, name: string) =>
    sent
      .filter(({ userName }) => userName === `${clientId.replace("-client", "")}${name}`)
      .map(({ message }) => message.text);
  const stop = async (farm: Farm, fault: "low-pressure" | null) => {
    await farm.say(-120, {});
    await farm.say(-60, { running: false, wet: false, direction: "stopped", fault });
  };

  it("notifies once a day at the hour of the user, and others at once", async () => {
    const { farm, start, user, stored } = await prepare();
    await user("ana", { pace: "daily", digestAt: "18:00", byMail: true });
    await user("bruno");
    await stop(farm, "low-pressure");
    const program = start();
    await program.alerts.settleAll();
    await digest(program);
    expect(textsTo(farm, "-ana")).toEqual([]);
    expect(textsTo(farm, "-bruno")).toHaveLength(1);
    farm.advance(9 * 60 - 1);
    await digest(program);
    expect(textsTo(farm, "-ana")).toEqual([]);
    farm.advance(1);
    await Promise.all([digest(program), digest(start())]);
    expect(textsTo(farm, "-ana")).toEqual([expect.stringMatching(/^Pivô 01 parou em 214° \(baixa pressão\)/)]);
    expect(await stored()).toMatchObject([
      {
        recipient: "ana@example.com",
        automatic: true,
        body: expect.stringMatching(
          /^Crítico · 14\/05, 09:00 · Pivô 01 parou.*\nhttps:\/\/lamina\.example\.com\/irrigameter\/\S+cliente=\S+&pivo=\S+\n/,
        ),
        unsubscribeUrl: expect.stringMatching(/^https:\/\/lamina\.example\.com\/unsubscribe\?token=/),
      },
    ]);
    farm.advance(60);
    await digest(program);
    expect(textsTo(farm, "-ana")).toHaveLength(1);
  });

  it("sends the digest once after the program was down at its hour", async () => {
    const { farm, start, user } = await prepare();
    await user("ana", { pace: "daily", digestAt: "18:00", byMail: false });
    await stop(farm, "low-pressure");
    await start().alerts.settleAll();
    farm.advance(40 * 60);
    await digest(start());
    await digest(start());
    expect(textsTo(farm, "-ana")).toHaveLength(1);
  });

  it("notifies of critical alerts at once and of the rest once a day", async () => {
    const { farm, start, user } = await prepare();
    await user("ana", { pace: "critical-at-once", digestAt: "18:00", byMail: false });
    const program = start();
    await stop(farm, null);
    await program.alerts.settleAll();
    expect((await farm.inboxRows()).map(({ severity }) => severity)).toEqual(["info"]);
    expect(textsTo(farm, "-ana")).toEqual([]);
    await farm.say(-30, {});
    await farm.say(-10, { running: false, wet: false, direction: "stopped", fault: "low-pressure" });
    await program.alerts.settleAll();
    expect(textsTo(farm, "-ana")).toEqual([expect.stringContaining("baixa pressão")]);
    farm.advance(9 * 60);
    await digest(program);
    expect(textsTo(farm, "-ana").at(1)).toMatch(/^Pivô 01 parou/);
    expect(textsTo(farm, "-ana")).toHaveLength(2);
  });

  it("mails an alert that is shown at once one time, also when it repeats", async () => {
    const { farm, start, user, stored } = await prepare();
    await user("ana", { pace: "at-once", digestAt: "18:00", byMail: true });
    await stop(farm, "low-pressure");
    const program = start();
    for (let round = 0; round < 3; round++, farm.advance(15)) {
      await program.alerts.settleAll();
      await digest(program);
    }
    expect(textsTo(farm, "-ana")).toHaveLength(3);
    expect(await stored()).toHaveLength(1);
  });

  it("keeps quiet hours: an alert is in no digest before they end", async () => {
    const { farm, start, user } = await prepare();
    await user("ana", { pace: "daily", digestAt: "06:00", byMail: false });
    await user("bia", { pace: "daily", digestAt: "05:00", byMail: false });
    // 21:00 on the farm; the rule of a stop is quiet from 22:00 to 05:30.
    farm.advance(12 * 60);
    await stop(farm, null);
    const program = start();
    await program.alerts.settleAll();
    farm.advance(8 * 60);
    await digest(program);
    expect([textsTo(farm, "-ana"), textsTo(farm, "-bia")]).toEqual([[], []]);
    farm.advance(30);
    await digest(program);
    expect([textsTo(farm, "-ana").length, textsTo(farm, "-bia").length]).toEqual([0, 1]);
    farm.advance(30);
    await digest(program);
    expect([textsTo(farm, "-ana").length, textsTo(farm, "-bia").length]).toEqual([1, 1]);
  });

  it("has an alert that was raised in quiet hours after their end", async () => {
    const { farm, start, user } = await prepare();
    await user("ana", { pace: "daily", digestAt: "06:00", byMail: false });
    farm.advance(14 * 60);
    await stop(farm, null);
    const program = start();
    for (const hours of [0, 7]) {
      farm.advance(hours * 60);
      await program.alerts.settleAll();
      await digest(program);
    }
    // Raised at 23:00 and sent at 06:00, the moment of the digest.
    expect(textsTo(farm, "-ana")).toHaveLength(1);
  });

  it("sends nothing to a user who lost the right, and forgets a user who is deleted", async () => {
    const { farm, start, user, stored } = await prepare();
    const [ana, bia] = [
      await user("ana", { pace: "daily", digestAt: "18:00", byMail: true }),
      await user("bia", { pace: "daily", digestAt: "18:00", byMail: true }),
    ];
    await stop(farm, "low-pressure");
    const program = start();
    await program.alerts.settleAll();
    await database()
      .update(memberships)
      .set({ active: false })
      .where(eq(memberships.userId, ana.userId ?? ""));
    await database()
      .delete(users)
      .where(eq(users._id, bia.userId ?? ""));
    farm.advance((10 * HOUR_MS) / MINUTE_MS);
    await digest(program);
    expect(farm.sent).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it("ends the mails of a person by the link, once", async () => {
    const { user } = await prepare();
    const ana = await user("ana", { pace: "daily", digestAt: "18:00", byMail: true });
    const settings = settingsOf();
    expect([await settings.endMails(ana.userId ?? ""), await settings.endMails(ana.userId ?? "")]).toEqual([1, 0]);
    expect(await settings.get(ana)).toEqual({
      ...{ pace: "daily", digestAt: "18:00", byMail: false },
      ...{ mails: true, email: "ana@example.com", undelivered: [] },
      ...{ quietFrom: null, quietTo: null, channels: [] },
    });
  });
});

/** Stores mails, which nothing here sends. */
const SERVER = { url: () => "smtps://mail.example.com", from: "avisos@example.com", caFile: undefined };
