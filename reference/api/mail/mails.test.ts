import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestDatabase } from "../../testing/pglite.ts";
import { quietLog } from "../../testing/quiet-log.ts";
import { clearDeadLetters, listDeadLetters, retryDeadLetters } from "../app/dead-letters.ts";
import { readConfig } from "../core/config.ts";
import type { OpenDatabase } from "../core/database/open.ts";
import { clients } from "../schema/clients.ts";
import { mails } from "../schema/mails.ts";
import { countMails } from "./given-up.ts";
import { createMails, type Mails } from "./mails.ts";
import { startSmtp } from "./testing/smtp.ts";

let opened: OpenDatabase;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let now = new Date("2026-05-14T12:00:00Z");
const clock = { now: () => now };

beforeAll(async () => {
  [opened, smtp] = await Promise.all([openTestDatabase(), startSmtp()]);
  const own = { createdAt: now, updatedAt: now, name: "Santa Clara", typeChart: 1, timezone: "America/Sao_Paulo" };
  await opened.database.insert(clients).values({ _id: "c1", ...own });
});
afterAll(async () => {
  await smtp?.close();
  await opened?.close();
});
beforeEach(async () => {
  await opened.database.delete(mails);
  smtp.received.length = 0;
});

const withoutServer = (): Mails => createMails({ database: opened.database, clock, log: quietLog }, undefined);
const make = (given: { url?: string; caFile?: string | undefined } = {}): Mails =>
  createMails(
    { database: opened.database, clock, log: quietLog },
    {
      url: () => given.url ?? smtp.url,
      from: "Lâmina <avisos@example.com.br>",
      caFile: "caFile" in given ? given.caFile : smtp.caFile,
    },
  );
const work = ({ jobs }: Mails) => jobs[0]?.run() ?? Promise.resolve();
const mail = {
  clientId: "c1",
  userId: "u1",
  recipients: ["ana@example.com", "consultor@example.com"],
  replyTo: "ana@example.com",
  subject: "Manejo da irrigação",
  text: "Segue o relatório.",
  file: { name: "manejo.csv", type: "text/csv", content: Buffer.from("Data;mm") },
};

it("sends each mail once, over TLS, with its file, and deletes the content", async () => {
  const own = make();
  expect(await own.add(mail)).toBe(true);
  await work(own);
  await work(own);
  expect(smtp.received).toHaveLength(2);
  expect(smtp.received[0]).toContain("filename=manejo.csv");
  expect(smtp.received[0]).toContain(Buffer.from("Data;mm").toString("base64"));
  expect(smtp.received.map((one) => /^To: (.*)$/m.exec(one)?.[1]?.trim()).sort()).toEqual(mail.recipients);
  const rows = await opened.database.select().from(mails);
  expect(rows.map(({ body, file, sentAt }) => [body, file, sentAt])).toEqual([
    ["", null, now],
    ["", null, now],
  ]);
});

it("tries again later after a refusal of the server", async () => {
  const own = make();
  await own.add({ ...mail, recipients: ["ana@example.com"] });
  smtp.refuse(1);
  await expect(work(own)).rejects.toThrow();
  await work(own);
  expect(smtp.received).toHaveLength(0);
  now = new Date(now.getTime() + HOUR_MS);
  await work(own);
  expect(smtp.received).toHaveLength(1);
});

it("gives a mail up after eight failures; an operator sees it, and has it sent again or removes it", async () => {
  const own = make();
  const tasks = { dead: async () => [], clearDead: async () => {} };
  const { database } = opened;
  await own.add({ ...mail, recipients: ["ana@example.com"] });
  smtp.refuse(8);
  for (let attempt = 1; attempt <= 8; attempt++) {
    expect(await countMails(database)).toEqual({ waiting: 1, "given up": 0 });
    await expect(work(own)).rejects.toThrow();
    now = new Date(now.getTime() + 6 * HOUR_MS);
  }
  await work(own);
  expect(smtp.received).toHaveLength(0);
  expect(await countMails(database)).toEqual({ waiting: 0, "given up": 1 });
  expect(await listDeadLetters(database, tasks)).toEqual([expect.stringMatching(/ {2}mail {2}.* to ana@example.com /)]);

  await retryDeadLetters(database, now);
  await work(own);
  expect(smtp.received).toHaveLength(1);

  await database.update(mails).set({ sentAt: null, attempts: 8 });
  await clearDeadLetters(database, tasks);
  expect(await listDeadLetters(database, tasks)).toEqual([]);
});

it("gives a mail up at once whose recipient does not exist", async () => {
  const own = make();
  await own.add({ ...mail, recipients: ["ninguem@example.com"] });
  await expect(work(own)).rejects.toThrow("no such user");
  expect(await countMails(opened.database)).toEqual({ waiting: 0, "given up": 1 });
});

it("keeps a mail that was given up for 30 days, and a sent one for two days", async () => {
  const own = make();
  await own.add({ ...mail, recipients: ["ana@example.com", "bruno@example.com"] });
  await opened.database.update(mails).set({ attempts: 8 }).where(eq(mails.recipient, "ana@example.com"));
  await work(own);
  const left = async () => (await opened.database.select().from(mails)).map(({ recipient }) => recipient).sort();
  for (const [days, expected] of [
    [1, ["ana@example.com", "bruno@example.com"]],
    [2, ["ana@example.com"]],
    [28, []],
  ] as const) {
    now = new Date(now.getTime() + days * DAY_MS);
    await work(own);
    expect(await left()).toEqual(expected);
  }
});

it("sends nothing to a server whose certificate it cannot verify, nor with a wrong login", async () => {
  for (const own of [make({ caFile: undefined }), make({ url: smtp.url.replace("segredo", "errado") })]) {
    await opened.database.delete(mails);
    await own.add({ ...mail, recipients: ["ana@example.com"] });
    await expect(work(own)).rejects.toThrow();
  }
  expect(smtp.received).toHaveLength(0);
});

it("sends the next mail with the password that was replaced in the file of SMTP_URL_FILE", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "smtp-url-")), "smtp-url");
  await writeFile(file, `${smtp.url.replace("segredo", "antigo")}\n`);
  const server = readConfig({ SMTP_URL_FILE: file, MAIL_FROM: "avisos@example.com", SMTP_CA_FILE: smtp.caFile }).mail;
  const own = createMails({ database: opened.database, clock, log: quietLog }, server);
  await own.add({ ...mail, recipients: ["ana@example.com"] });
  await expect(work(own)).rejects.toThrow("wrong login");
  await writeFile(file, smtp.url);
  now = new Date(now.getTime() + HOUR_MS);
  await work(own);
  expect(smtp.received).toHaveLength(1);
});

it("gives a mail up that waited for a day without a mail server, and sends it again once there is one", async () => {
  await make().add({ ...mail, recipients: ["ana@example.com"] });
  const bare = withoutServer();
  now = new Date(now.getTime() + DAY_MS);
  await work(bare);
  expect(await countMails(opened.database)).toEqual({ waiting: 1, "given up": 0 });
  now = new Date(now.getTime() + HOUR_MS);
  await work(bare);
  expect(await countMails(opened.database)).toEqual({ waiting: 0, "given up": 1 });
  expect(await bare.undelivered("u1", "c1")).toMatchObject([{ recipient: "ana@example.com" }]);
  await retryDeadLetters(opened.database, now);
  await work(make());
  expect(smtp.received).toHaveLength(1);
});

it("limits the mails that a user asks for in an hour", async () => {
  const own = make();
  let accepted = 0;
  while (await own.add(mail)) accepted++;
  expect(accepted).toBe(15);
  now = new Date(now.getTime() + 2 * HOUR_MS);
  expect(await own.add(mail)).toBe(true);
});

it("limits them also when they are asked for at once", async () => {
  const own = make();
  const answers = await Promise.all(Array.from({ length: 20 }, () => own.add(mail)));
  expect(answers.filter(Boolean)).toHaveLength(15);
});

it("sends a mail that waited for days without a worker", async () => {
  const own = make();
  await own.add({ ...mail, recipients: ["ana@example.com"] });
  now = new Date(now.getTime() + 5 * DAY_MS);
  await work(own);
  expect(smtp.received).toHaveLength(1);
});

it("gives up a mail that the server refuses for good, and says so to its user", async () => {
  const own = make();
  await own.add({ ...mail, recipients: ["ana@example.com"] });
  smtp.refuse(1, 550);
  await expect(work(own)).rejects.toThrow();
  now = new Date(now.getTime() + DAY_MS);
  await work(own);
  expect(smtp.received).toHaveLength(0);
  const shown = [{ recipient: "ana@example.com", subject: "Manejo da irrigação" }];
  expect(await own.undelivered("u1", "c1")).toMatchObject(shown);
  expect([await own.undelivered("u2", "c1"), await own.undelivered("u1", "c2")]).toEqual([[], []]);
  now = new Date(now.getTime() + 30 * DAY_MS);
  await work(own);
  expect(await own.undelivered("u1", "c1")).toEqual([]);
});
