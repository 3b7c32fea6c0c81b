import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, farmDay, farmMoment } from "@lamina/shared/core/farm-time";
import { HOUR_MS, MINUTE_MS } from "@lamina/shared/core/time";
import type { MailSubscription, ReportMailState } from "@lamina/shared/views/mail";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";
import { quietLog } from "../../../testing/quiet-log.ts";
import { hashPassword } from "../../access/identity/password.ts";
import { addUser } from "../../access/identity/seed.ts";
import { createMails } from "../../mail/mails.ts";
import { startSmtp } from "../../mail/testing/smtp.ts";
import { createUnsubscribeLinks } from "../../mail/unsubscribe-links.ts";
import { clients } from "../../schema/clients.ts";
import { farms } from "../../schema/farms.ts";
import { memberships, users } from "../../schema/identity.ts";
import { mails, reportSubscriptions } from "../../schema/mails.ts";
import { configs } from "../../schema/settings.ts";
import { createMonthlyReports, type MonthlyReports } from "./monthly.ts";
import { createReports } from "./service.ts";

const APP_URL = "https://lamina.example.com";
/** Three hours behind UTC. */
const ZONE = "America/Bahia";
/** An hour behind it. */
const WESTERN_ZONE = "America/Manaus";

const smtp = await startSmtp();
afterAll(() => smtp.close());
const environment = {
  SMTP_URL: smtp.url,
  SMTP_CA_FILE: smtp.caFile,
  MAIL_FROM: "Lâmina <a@example.com>",
  APP_URL,
  DEMO: "0",
};

/** Mails are encoded as quoted-printable or base64. */
function textOf(raw: string): string {
  const [, encoded = ""] = /Content-Transfer-Encoding: quoted-printable\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  return decodeURIComponent(
    encoded
      .replace(/=\r\n/g, "")
      .replace(/%/g, "%25")
      .replace(/=([0-9A-F]{2})/g, "%$1"),
  );
}
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)$`, "m")
    .exec(raw)?.[1]
    ?.replace(/\r\n[ \t]/g, " ")
    .trim();

let number = 0;

describeApi(
  "the monthly report",
  (api) => {
    beforeEach(async () => {
      // Mails of earlier tests would take the refusals of the mail server.
      await api().database.delete(reportSubscriptions);
      await api().database.delete(mails);
      smtp.received.length = 0;
    });

    /** A client whose hour is midnight, with a farm whose midnight is an hour later, and a user with an address. */
    async function prepare({ email = true } = {}) {
      const { database, clock } = api();
      const now = clock.now();
      const [clientId, userName] = [`mensal-${++number}`, `mensal-${number}`];
      const row = { _id: clientId, createdAt: now, updatedAt: now };
      await database.insert(clients).values({ ...row, name: "Santa Clara", typeChart: 1, timezone: ZONE });
      await database.insert(farms).values({
        ...{ ...row, _id: `${clientId}-farm`, clientId, name: "Oeste" },
        ...{ lat: -12, lon: -60, altitude: 100, timezone: WESTERN_ZONE },
      });
      const own = {
        _id: userName,
        userName,
        name: "Ana",
        groupId: "gestor",
        passwordHash: await hashPassword("irrigar"),
      };
      await addUser(database, { ...own, clientIds: [clientId] }, now);
      if (email)
        await database
          .update(users)
          .set({ email: `${userName}@example.com` })
          .where(eq(users._id, userName));
      // A new one for each call, because the clock moves on by months.
      const token = () => api().login(userName);
      const post = async (call: string, body: object) => (await api().send(call, { token: await token(), body })).body;
      await post("/Config/Insert", { clientId, decisionTime: "00:00" });
      const state = async () =>
        (await api().send(`/Report/GetMailState?ID=${clientId}`, { token: await token() })).body as ReportMailState;
      const subscribe = () => post("/Report/Subscribe", { clientId, report: "management" });
      const end = () => post("/Report/Unsubscribe", { clientId, report: "management" });
      return { clientId, userName, token, state, subscribe, end };
    }

    /** The program of another process on the same database. */
    function program({ database, clock, dataDir, services }: TestApi): MonthlyReports {
      const links = createUnsubscribeLinks(readFileSync(join(dataDir, "unsubscribe-key"), "utf8"), APP_URL, clock);
      const own = createMails(
        { database, clock, log: quietLog },
        { url: () => smtp.url, from: "a@b.com", caFile: undefined },
      );
      const reports = createReports({ database, clock, telemetry: services.telemetry });
      return createMonthlyReports({ database, clock }, { reports, mails: own, links, settle: async () => {} });
    }
    const run = ({ jobs }: MonthlyReports) => jobs[0]?.run() ?? Promise.reject(new Error("no job"));
    const stored = (clientId: string) => api().database.select().from(mails).where(eq(mails.clientId, clientId));

    /** Moves the clock to some minutes after the first midnight of a coming month at the client. */
    function moveTo(months: number, minutes: number): void {
      const { clock } = api();
      let day = farmDay(clock.now().getTime(), ZONE);
      for (let month = 0; month < months; month++) day = `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
      clock.advance(farmMoment(day, "00:00", ZONE) + minutes * MINUTE_MS - clock.now().getTime());
    }

    it("is subscribed to, shown and ended on the page, for each user and client alone", async () => {
      const own = await prepare();
      expect(await own.state()).toMatchObject({
        ...{ configured: true, monthly: true, email: `${own.userName}@example.com` },
        ...{ subscriptions: [], undelivered: [] },
      });
      expect([await own.subscribe(), await own.subscribe()]).toEqual([{ matchedCount: 1 }, { matchedCount: 1 }]);
      const { subscriptions } = await own.state();
      expect(subscriptions).toEqual([{ report: "management", nextAt: expect.stringMatching(/-01T04:00:00\.000Z$/) }]);
      expect([await own.end(), await own.end()]).toEqual([{ matchedCount: 1 }, { matchedCount: 0 }]);
      expect((await own.state()).subscriptions).toEqual([]);
      const stranger = await prepare();
      const foreign = { clientId: own.clientId, report: "management" };
      for (const call of ["Subscribe", "Unsubscribe"])
        expectProblem(
          await api().send(`/Report/${call}`, { token: await stranger.token(), body: foreign }),
          404,
          "not-found",
        );
    });

    it("cannot be subscribed to by a user without an address", async () => {
      const own = await prepare({ email: false });
      expect(await own.subscribe()).toMatchObject({ status: 409, id: "email-missing" });
      expect(await own.state()).toMatchObject({ email: null, subscriptions: [] });
    });

    it("is sent once by two processes, when the month is over on all farms, with a link that ends it", async () => {
      const own = await prepare();
      await own.subscribe();
      const programs = [program(api()), program(api())];
      moveTo(1, 59);
      await Promise.all(programs.map(run));
      expect(await stored(own.clientId)).toEqual([]);
      moveTo(0, 60);
      await Promise.all(programs.map(run));
      await run(program(api()));
      await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 30_000, interval: 50 });
      expect(await stored(own.clientId)).toHaveLength(1);
      const [raw = ""] = smtp.received;
      expect(headerOf(raw, "To")).toBe(`${own.userName}@example.com`);
      expect(headerOf(raw, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
      const [, url = ""] = /^<(.*)>$/.exec(headerOf(raw, "List-Unsubscribe") ?? "") ?? [];
      expect(url).toMatch(/^https:\/\/lamina\.example\.com\/unsubscribe\?token=[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(textOf(raw)).toContain(url);
      expect(textOf(raw)).toContain("Nenhum setor teve safra neste período.");
      expect(textOf(raw)).toContain(`${APP_URL}/report/irrigationmanager?cliente=${own.clientId}&de=`);
      expect(raw).toContain("filename=manejo-da-irrigacao-");
      // The content is deleted when the server has accepted the mail.
      await expect
        .poll(async () => (await stored(own.clientId))[0], { timeout: 30_000 })
        .toMatchObject({ body: "", file: null, unsubscribeUrl: null });
    });

    it("sends each month once after months without a running program", async () => {
      const own = await prepare();
      await own.subscribe();
      moveTo(3, 61);
      await Promise.all([run(program(api())), run(program(api()))]);
      await run(program(api()));
      const rows = await stored(own.clientId);
      expect(new Set(rows.map(({ fileName }) => fileName)).size).toBe(3);
      expect(rows).toHaveLength(3);
    });

    it("waits for a mail server that is away, and shows a mail that was given up", async () => {
      const own = await prepare();
      await own.subscribe();
      moveTo(1, 61);
      smtp.refuse(2, undefined, `${own.userName}@example.com`);
      await run(program(api()));
      const attempts = async () => (await stored(own.clientId))[0]?.attempts ?? 0;
      await vi.waitFor(async () => expect(await attempts()).toBe(1), { timeout: 30_000, interval: 50 });
      expect((await own.state()).undelivered).toEqual([]);
      // The last attempt.
      await api().database.update(mails).set({ attempts: 7 }).where(eq(mails.clientId, own.clientId));
      api().clock.advance(3 * HOUR_MS);
      await vi.waitFor(async () => expect((await own.state()).undelivered).toHaveLength(1), {
        timeout: 30_000,
        interval: 50,
      });
      expect((await own.state()).undelivered).toMatchObject([
        {
          recipient: `${own.userName}@example.com`,
          subject: expect.stringMatching(/^Manejo da irrigação · Santa Clara · /),
        },
      ]);
      const [row] = await stored(own.clientId);
      expect(row?.sentAt).toBeNull();
      const other = await prepare();
      expect((await other.state()).undelivered).toEqual([]);
    });

    it("sends nothing to a user who may no longer see the report, and ends the subscription", async () => {
      const { database } = api();
      const subscriptions = (clientId: string) =>
        database.select().from(reportSubscriptions).where(eq(reportSubscriptions.clientId, clientId));
      const changes: ((userId: string, clientId: string) => Promise<unknown>)[] = [
        (userId, clientId) =>
          database.delete(memberships).where(and(eq(memberships.userId, userId), eq(memberships.clientId, clientId))),
        (userId) => database.update(memberships).set({ active: false }).where(eq(memberships.userId, userId)),
        (userId) => database.update(users).set({ active: false }).where(eq(users._id, userId)),
        (userId) => database.delete(users).where(eq(users._id, userId)),
      ];
      for (const change of changes) {
        const own = await prepare();
        await own.subscribe();
        await change(own.userName, own.clientId);
        moveTo(1, 61);
        await run(program(api()));
        expect(await stored(own.clientId)).toEqual([]);
        expect(await subscriptions(own.clientId)).toEqual([]);
      }
    });

    it("ends by the link without a login, once; a forged link and a session's token do nothing", async () => {
      const own = await prepare();
      await own.subscribe();
      moveTo(1, 61);
      await run(program(api()));
      const [row] = await stored(own.clientId);
      const subscription = { userId: own.userName, kind: "management", clientId: own.clientId } as const;
      const links = (secret: string) => createUnsubscribeLinks(secret, APP_URL, api().clock);
      const key = readFileSync(join(api().dataDir, "unsubscribe-key"), "utf8");
      const tokenOf = (url: string | null | undefined) => new URL(url ?? APP_URL).searchParams.get("token") ?? "";
      const token = tokenOf(row?.unsubscribeUrl ?? (await links(key).urlOf(subscription)));
      const forged = tokenOf(await links("f".repeat(40)).urlOf(subscription));
      const [get, end] = ["/MailSubscription/GetOwn", "/MailSubscription/End"];
      const post = (path: string, given: string) => api().send(path, { method: "POST", token: given });

      for (const refused of [forged, await own.token(), `${token}x`]) {
        expect((await api().send(get, { token: refused })).status).toBe(401);
        expect((await post(end, refused)).status).toBe(401);
      }
      for (const path of ["/Client/GetAll", `/Report/GetMailState?ID=${own.clientId}`, "/User/Me"])
        expect((await api().send(path, { token })).status).toBe(401);
      const shown = async () => (await api().send(get, { token })).body as MailSubscription;
      expect(await shown()).toEqual({ kind: "management", clientName: "Santa Clara", active: true });
      expect((await post(end, token)).body).toEqual({ matchedCount: 1 });
      expect((await post(end, token)).body).toEqual({ matchedCount: 0 });
      expect(await shown()).toMatchObject({ active: false });
      // A link of an old mail ends a later subscription too.
      await own.subscribe();
      expect((await post(end, token)).body).toEqual({ matchedCount: 1 });
      // A deleted user and client.
      await api().database.delete(users).where(eq(users._id, own.userName));
      await api().database.delete(configs).where(eq(configs.clientId, own.clientId));
      await api().database.delete(clients).where(eq(clients._id, own.clientId));
      expect(await shown()).toEqual({ kind: "management", clientName: null, active: false });
      expect((await post(end, token)).body).toEqual({ matchedCount: 0 });
    });
  },
  { environment },
);
