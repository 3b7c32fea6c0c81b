import type { Server } from "node:https";
import { join } from "node:path";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { FastifyInstance } from "fastify";
import { hasUsers } from "../access/identity/seed.ts";
import { openTokens } from "../access/identity/token.ts";
import { countWebhookCalls } from "../alerts/webhook/job.ts";
import type { WebhookNetwork } from "../alerts/webhook/send.ts";
import type { Broker, DeviceGateway } from "../broker/broker.ts";
import { publishChanges } from "../broker/changes.ts";
import { type Clock, systemClock } from "../core/clock.ts";
import type { Config } from "../core/config.ts";
import type { Context } from "../core/context.ts";
import { type Database, openDatabase } from "../core/database/open.ts";
import { joinProcesses, onlyProcess } from "../core/database/processes.ts";
import { createEvents } from "../core/events.ts";
import { startJobs } from "../core/jobs.ts";
import { listen, requirePorts } from "../core/listen.ts";
import { lockDirectory } from "../core/lock.ts";
import { createPrecedence } from "../core/precedence.ts";
import { type KeptOptions, passwordSecret } from "../core/secret-file.ts";
import { requireStorage } from "../core/storage-problem.ts";
import { openTasks, type Tasks } from "../core/tasks.ts";
import { copyAuthority, openCertificate } from "../core/tls/certificate.ts";
import { renewCertificate } from "../core/tls/renewal.ts";
import { VERSION } from "../core/version.ts";
import { createLog } from "../http/log.ts";
import {
  createMetrics,
  measureMails,
  measureNewestMessage,
  measureOverQuota,
  measureRainDoubts,
  measureStationFaults,
  measureTasks,
  measureWebhooks,
  serveMetrics,
} from "../http/metrics.ts";
import { createSharedAnswers } from "../http/shared-answers.ts";
import { countMails } from "../mail/given-up.ts";
import { createMails } from "../mail/mails.ts";
import { createUnsubscribeLinks } from "../mail/unsubscribe-links.ts";
import { createImportJobs } from "../records/import-jobs.ts";
import { newestMessage } from "../telemetry/devices/newest-message.ts";
import { countDoubts } from "../telemetry/store/rain-review.ts";
import { createMonthlyReports } from "../views/reports/monthly.ts";
import { createReports } from "../views/reports/service.ts";
import { countFaults } from "../weather/station-faults.ts";
import { buildApp } from "./app.ts";
import { answerBackupRequests } from "./backup/request.ts";
import type { Demo, Progress, Simulator } from "./demo.ts";
import { prepareDatabase } from "./first-start.ts";
import { openBroker } from "./open-broker.ts";
import { importedDefinitions } from "./records.ts";
import { measureTables, retentionJob } from "./retention/retention.ts";
import { databaseSecrets, fileSecrets } from "./secrets.ts";
import { createServices, jobsOf, type Services } from "./services.ts";

export interface RunningApi {
  url: string;
  /** Port of `/metrics`, when `METRICS_PORT` is set. */
  metricsPort: number | undefined;
  caFile: string;
  broker: Broker;
  demo: { users: string[]; password: string } | null;
  /** For tests: the running app, database and services. */
  app: FastifyInstance;
  database: Database;
  services: Services;
  /** Of the demo farm; undefined without it. */
  simulator: Simulator | undefined;
  /** Lets requests in flight finish, then closes everything in reverse order of opening. */
  close(): Promise<void>;
}

interface StartOptions {
  /** Used if the configuration asks for a demo. */
  demo: Demo;
  progress?: Progress;
  /** Aborts long work; the start then fails with the signal's reason. */
  signal?: AbortSignal;
  /** Replaces the system clock in tests. */
  clock?: Clock;
  /** Interval of the simulated farms. */
  tickMs?: number;
  /** Where webhooks may go; tests have a receiver on this machine. */
  network?: WebhookNetwork | undefined;
}

/** Opens everything that the configuration names and serves. Closes all of it when the start fails. */
export async function start(config: Config, options: StartOptions): Promise<RunningApi> {
  const { demo, clock = systemClock, progress = () => {}, signal } = options;
  const log = createLog(config.logLevel);
  const closing: (() => Promise<void>)[] = [];
  let metricsPort: number | undefined;
  const close = async () => {
    for (const closeOne of closing.splice(0).reverse()) {
      // One part that fails to close must not prevent the others from closing.
      await closeOne().catch((error: unknown) => log.error({ name: (error as Error).name }, "not closed cleanly"));
    }
  };
  try {
    requireStorage(config.dataDir);
    closing.push(await lockDirectory(config.dataDir));
    const { broker: brokerConfig } = config;
    const brokerPorts = brokerConfig.kind === "embedded" ? [brokerConfig.port, brokerConfig.tlsPort] : [];
    await requirePorts(config.host, [config.port, ...brokerPorts]);
    const metrics = createMetrics(VERSION);
    if (config.metricsPort !== undefined) {
      const served = await serveMetrics(metrics, config.host, config.metricsPort);
      metricsPort = served.port;
      closing.push(served.close);
    }
    const openTls = async (kept: KeptOptions) => {
      const opened = await openCertificate(config.tls, join(config.dataDir, "tls"), clock.now(), kept);
      if (config.tls.caCopyFile) await copyAuthority(opened.caFile, config.tls.caCopyFile);
      return opened;
    };
    const processes = config.databaseServer
      ? await joinProcesses(config.databaseServer, { isShared: config.secretKey !== undefined, log })
      : onlyProcess;
    closing.push(processes.close);
    signal?.throwIfAborted();
    progress("database", 0, 1);
    const opened = await openDatabase(config.databaseServer ?? { directory: join(config.dataDir, "database") });
    const { database } = opened;
    closing.push(opened.close);
    signal?.throwIfAborted();
    if (opened.copy) closing.push(answerBackupRequests({ config, copy: opened.copy, clock, log }));
    measureTables(metrics, database);
    const hasData = await hasUsers(database);
    const tls = await openTls({ hasData, log });
    const { secretKey, dataDir } = config;
    const secrets = secretKey
      ? databaseSecrets(database, { secretKey, directory: dataDir, hasData, log })
      : await fileSecrets(database, dataDir, { hasData, log });
    const tokens = await openTokens(secrets);
    const loginSecret = await secrets(LOGIN_COUNTERS);
    const factorSecret = await secrets(SECOND_FACTOR_KEY);
    const links = createUnsubscribeLinks(await secrets(UNSUBSCRIBE_KEY), config.appUrl, clock);
    progress("database", 1, 1);

    const broker = await openBroker(config, { secrets, tls, clock, log });
    closing.push(broker.close);
    const { publisher } = broker;
    const events = createEvents(
      (error, event) => log.error({ name: (error as Error).name, event }, "event handler"),
      config.secretKey ? processes : undefined,
    );
    const context = { database, clock, events, publisher, log } satisfies Context;
    const sharedAnswers = createSharedAnswers(events, clock, metrics);
    const changes = publishChanges(context);
    closing.push(changes.close);
    processes.listen(
      (notices) => void events.receive(notices),
      () => {
        sharedAnswers.clear();
        changes.forget();
      },
    );
    const hasHistory = await processes.alone(async () => {
      const { isFleetMissing } = await prepareDatabase(database, { ...config, farm: demo, now: clock.now(), log });
      if (isFleetMissing) log.warn("DEMO_FLEET adds its client to an empty database only, and this one has data");
      return config.demo && demo.makeHistory(context, { seed: config.seed, ...config.demo, progress, signal });
    });
    const mails = createMails(context, config.mail);
    const imports = createImportJobs(context, importedDefinitions);
    const precedence = createPrecedence();
    const services = createServices(context, {
      seed: config.seed,
      precedence,
      mail: { mails, links },
      network: options.network,
      openMeteoKey: config.openMeteoKey,
      archives: config.archives,
      readingLimits: config.readingLimits,
      weatherLink: { url: config.weatherLinkUrl, ca: config.weatherLinkCa, secret: await secrets(WEATHERLINK_KEY) },
    });
    const reports = createReports({ ...context, telemetry: services.telemetry });
    const { settle, monthUses } = services.irrigation;
    processes.listen(() => {}, monthUses.clear);
    const monthly = createMonthlyReports(context, { reports, mails, links, settle });
    closing.push(services.irrigation.decisions.close);
    let tasks: Tasks | undefined;
    const app = await buildApp({
      ...context,
      role: config.role,
      mails,
      imports,
      links,
      reports,
      monthly,
      services,
      tokens,
      tokenTtlSeconds: config.tokenTtlSeconds,
      loginMaxFailures: config.loginMaxFailures,
      loginSecret,
      factorSecret,
      passkeySite: config.passkeySite,
      trustProxy: config.trustProxy,
      tls,
      metrics,
      sharedAnswers,
      precedence,
      tracesEndpoint: config.tracesEndpoint,
      keep: config.keep,
      dataDir: config.databaseServer ? undefined : config.dataDir,
      countWork: async () => {
        const [jobs, unsent] = await Promise.all([tasks?.counts(), countMails(database)]);
        return { deadJobs: jobs?.dead ?? 0, mailsWaiting: unsent.waiting, mailsGivenUp: unsent["given up"] };
      },
    });
    closing.push(() => app.close());
    const recurring = [
      ...jobsOf(services),
      ...monthly.jobs,
      ...mails.jobs,
      imports.job,
      retentionJob(context, config.keep, metrics),
    ];
    metrics.expectJobs(recurring.map(({ name }) => name));
    tasks = await openTasks(opened.engine, { log, failed: metrics.jobFailed });
    closing.push(tasks.close);
    measureTasks(metrics, tasks);
    measureMails(metrics, () => countMails(database));
    measureNewestMessage(metrics, () => newestMessage(database));
    measureWebhooks(metrics, () => countWebhookCalls(database));
    measureOverQuota(metrics, services.telemetry.overQuota);
    measureRainDoubts(metrics, () => countDoubts(database));
    measureStationFaults(metrics, () => countFaults(database));
    const atOnce = does(config, "worker") ? (config.databaseServer ? TASKS_AT_ONCE : 1) : 0;
    const jobs = startJobs(recurring, tasks, { log, failed: metrics.jobFailed, atOnce });
    closing.push(jobs.close);
    // Balances and recommendations are computed before the API serves, so that the first page shows a complete farm.
    if (hasHistory) {
      await jobs.runAll((done, total) => progress("demo-balance", done, total));
      await services.irrigation.decisions.backfill(demo.clientIds);
    }
    closing.push(services.telemetry.close);
    if (does(config, "ingest")) await processes.lead("ingest", () => broker.acceptDevices(gatewayOf(services)));
    events.on("record", ({ entity, recordId, before }) => {
      // A device that was changed, deleted or given a new secret must sign in again.
      if (entity === "Device" && typeof before?.serial === "string") broker.endConnections(before.serial);
      if (entity === "Gateway") broker.endConnections(recordId);
    });
    let simulator: Simulator | undefined;
    closing.push(async () => simulator?.close());
    if (config.demo && does(config, "worker"))
      await processes.lead("simulator", async () => {
        simulator = await demo.simulate(context, {
          seed: config.seed,
          telemetry: services.telemetry,
          broker: config.broker.kind === "embedded" ? { url: broker.url, caFile: tls.caFile } : undefined,
          post: async (url, headers, payload) => {
            const { statusCode: status } = await app.inject({ method: "POST", url, headers, payload });
            return { status };
          },
          tickMs: options.tickMs,
        });
        return async () => simulator?.close();
      });
    const port = await listen(app, config.host, config.port);
    closing.push(
      renewCertificate(tls, () => openTls({ hasData: true, log }), { servers: [app.server as Server, broker], log }),
    );
    return {
      url: `https://localhost:${port}`,
      metricsPort,
      caFile: tls.caFile,
      broker,
      demo: config.demo ? { users: demo.userNames, password: config.demo.password } : null,
      app,
      database,
      services,
      simulator,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What panels say of commands is for the commands; all else is telemetry. */
function gatewayOf({ telemetry: { deviceGateway }, commands }: Services): DeviceGateway {
  return {
    ...deviceGateway,
    receive: (topic, payload) =>
      parseDeviceTopic(topic)?.kind === "command-states"
        ? commands.receive(topic, payload)
        : deviceGateway.receive(topic, payload),
  };
}

const LOGIN_COUNTERS = passwordSecret("login-counters", "failed logins are counted from zero");
const SECOND_FACTOR_KEY = passwordSecret(
  "second-factor-key",
  "people with a second factor need a recovery code or a reset",
);
const UNSUBSCRIBE_KEY = passwordSecret("unsubscribe-key", "the links in mails that were sent end nothing");
const WEATHERLINK_KEY = passwordSecret("weatherlink-key", "the secrets of WeatherLink must be entered again");

/** Tasks that wait for PostgreSQL leave the processor to each other. */
const TASKS_AT_ONCE = 2;

/** Whether a process of this role does the work of another role. */
const does = ({ role }: Config, work: Config["role"]) => role === "all" || role === work;
