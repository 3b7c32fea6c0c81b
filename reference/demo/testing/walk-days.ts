// `node walk-days.ts FILE`: writes what the API answers about the demo farm on several evenings and in a night, as JSON. A separate
// process, so that a test of the client can compare its screens with these answers.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { farmDay } from "@lamina/shared/core/farm-time";
import { HOUR_MS } from "@lamina/shared/core/time";
import type { Projection } from "@lamina/shared/records/balance";
import { recommendedRun } from "@lamina/shared/records/run-figures";
import type { Irrigameter, MapView } from "@lamina/shared/views/irrigameter";
import type { MailedReport } from "@lamina/shared/views/mail";
import type { ManagementReport } from "@lamina/shared/views/report";
import { eq } from "drizzle-orm";
import { inLongRun, isLong } from "../../../scripts/testing/long.ts";
import { postgresPrograms } from "../../../scripts/testing/postgres.ts";
import { loadFarmTree } from "../../api/alerts/observe/farm-tree.ts";
import { watchRecommendations } from "../../api/alerts/watch/sectors.ts";
import { jobsOf } from "../../api/app/services.ts";
import { start } from "../../api/app/start.ts";
import { readConfig } from "../../api/core/config.ts";
import { users } from "../../api/schema/identity.ts";
import { mails } from "../../api/schema/mails.ts";
import { MIGRATED, startMigratedServer, urlOf } from "../../testing/migrated-server.ts";
import { copyEmptyDatabase } from "../../testing/pglite.ts";
import { demo } from "../demo.ts";
import { demoClientIds } from "../farm/clients.ts";

/** An evening at the end of the dry season: after the day's decisions, before the balance of the day. */
const EVENING = Date.parse("2026-09-14T22:00:00Z");
const DAYS = isLong ? 3 : 2;
/** In the long run also a day of each month of the year after it. */
const MONTHS = isLong ? 12 : 0;
const MONTH_HOURS = 24 * 30;
/** Hours after an evening: that, and 00:30, 03:00, 05:59 and 06:59 on the farm's clock, before the decision at 07:00. */
const NIGHT_HOURS = [0, 5.5, ...inLongRun(8, 11 - 1 / 60, 12 - 1 / 60)];

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("node walk-days.ts FILE");

let now = EVENING;
const folder = await mkdtemp(join(tmpdir(), "walk-days-"));
// PostgreSQL takes less of the processor than PGlite, on which the long run walks.
const server = postgresPrograms && !isLong ? await startMigratedServer(postgresPrograms) : undefined;
if (!server) await copyEmptyDatabase(join(folder, "database"));
/** Nothing listens there, so that each mail stays in the database with its text. */
const mailServer = {
  SMTP_URL: "smtp://localhost:1",
  MAIL_FROM: "lamina@example.com",
  APP_URL: "https://lamina.example.com",
};
const environment = {
  ...{ DATA_DIR: folder, PORT: "0", MQTT_PORT: "0", LOG_LEVEL: "silent", DEMO_HISTORY_DAYS: "14" },
  ...mailServer,
  ...(server && { DATABASE_URL: urlOf(server.url, MIGRATED), DEMO: "1" }),
};
const api = await start(readConfig(environment), { demo, clock: { now: () => new Date(now) }, tickMs: HOUR_MS });
const headers: Record<string, string> = {};

const ADDRESS = "ana@example.com";

try {
  await logIn();
  await api.database.update(users).set({ email: ADDRESS }).where(eq(users.userName, "ana"));
  await post("/Notification/SetSettings", { pace: "daily", digestAt: "18:00", byMail: true });
  const days = [];
  for (let day = 0; day < DAYS; day++) {
    if (day > 0) await advance(24);
    days.push({ at: now, clients: await answers() });
  }
  const dayOf = (at: number) => farmDay(at, "America/Sao_Paulo");
  const [from, to] = [dayOf(EVENING), dayOf(now)];
  await advance(24);
  const reports = [];
  for (const clientId of demoClientIds) {
    const sections = await sectionsOf(`/Report/IrrigationManager?ID=${clientId}&from=${from}&to=${to}`);
    const [management, consumption] = [
      await mailOf("management", { clientId, from, to }),
      await mailOf("consumption", { clientId, from: `${from.slice(0, 7)}-01`, to }),
    ];
    reports.push({ clientId, sections, management, consumption });
  }
  const evening = now;
  const night = [];
  for (const hours of NIGHT_HOURS) {
    if (hours > 0) await advance(hours - (now - evening) / HOUR_MS);
    night.push({ at: now, clients: await answers(false) });
  }
  for (let month = 0; month < MONTHS; month++) {
    await advance(MONTH_HOURS);
    days.push({ at: now, clients: await answers() });
  }
  const mailed = (await api.database.select().from(mails)).map(({ body }) => body);
  await writeFile(file, JSON.stringify({ days, night, reports, mailed }));
} finally {
  await api.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The mail of a report, with its file. */
async function mailOf(report: MailedReport, period: { clientId: string; from: string; to: string }) {
  await post("/Report/Mail", { report, ...period, recipients: [ADDRESS] });
  const [mail] = await api.database.delete(mails).where(eq(mails.automatic, false)).returning();
  if (mail === undefined) throw new Error(`no mail of ${report}`);
  return { text: mail.body, file: new TextDecoder().decode(mail.file ?? undefined) };
}

/** The night is compared without alerts: those of the evening before are still its own. */
async function answers(withAlerts = true) {
  const clients = [];
  for (const clientId of demoClientIds) {
    const { own, map } = await viewWithMap(clientId);
    const alerts = withAlerts ? await alertsOf(clientId) : {};
    clients.push({ clientId, own, map, alerts, added: await addedBySimulation(own) });
  }
  return clients;
}

async function get<Answer>(url: string): Promise<Answer> {
  const answer = await api.app.inject({ url, headers });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return answer.json<Answer>();
}

async function post<Answer>(url: string, payload: object): Promise<Answer> {
  const answer = await api.app.inject({ method: "POST", url, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return answer.json<Answer>();
}

async function logIn(): Promise<void> {
  const user = { UserName: "ana", Password: encodeBase64("irrigar") };
  headers.authorization = `Bearer ${(await post<{ token: string }>("/Authentication/Login", user)).token}`;
}

/** A token expires within a day. */
async function advance(hours: number): Promise<void> {
  // The clock leaps over the minute in which the jobs would take up a last change.
  await runJobs();
  now += hours * HOUR_MS;
  await api.simulator?.tick();
  await runJobs();
  await logIn();
}

/** All but the one that sends the mails. */
async function runJobs(): Promise<void> {
  for (const job of jobsOf(api.services)) if (job.name !== "mail") await job.run();
}

/** Both of the same facts: asked again when a job has changed them in between. */
async function viewWithMap(clientId: string): Promise<{ own: Irrigameter; map: MapView }> {
  const view = () => get<Irrigameter>(`/Irrigameter/GetByClientID?ID=${clientId}`);
  for (;;) {
    const own = await view();
    const map = await get<MapView>(`/Map/GetByClientID?ID=${clientId}`);
    if (isDeepStrictEqual(own, await view())) return { own, map };
  }
}

/** Text of an alert that is raised now, by pivot. */
async function alertsOf(clientId: string): Promise<Record<string, string>> {
  const tree = await loadFarmTree(api.database, [clientId]);
  const { decisions } = api.services.irrigation;
  const found = await watchRecommendations({ database: api.database, decisions }, tree, new Date(now));
  const texts = found.map(async ({ place, message }) => [place.pivotId ?? "", await message()] as const);
  return Object.fromEntries(await Promise.all(texts));
}

/** Gross depth in mm that Simular adds to the water of today for the recommended depth, by sector. */
async function addedBySimulation({ sectors }: Irrigameter): Promise<Record<string, number>> {
  const added: Record<string, number> = {};
  for (const { sector, recommendation } of sectors) {
    const run = recommendedRun(recommendation);
    if (run === null) continue;
    const waterOf = async (grossMm: number) =>
      (await post<Projection>("/Irrigameter/Simulate", { sectorId: sector._id, grossMm })).withRain[0]?.irrGross ?? 0;
    added[sector._id] = (await waterOf(run.grossMm ?? 0)) - (await waterOf(0));
  }
  return added;
}

async function sectionsOf(url: string): Promise<ManagementReport["sectors"]> {
  const sections: ManagementReport["sectors"] = [];
  for (let after = ""; ; ) {
    const page = await get<ManagementReport>(`${url}${after && `&after=${after}`}`);
    sections.push(...page.sectors);
    if (!page.next) return sections;
    after = page.next;
  }
}
