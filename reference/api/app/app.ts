import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import type { Retention } from "@lamina/shared/views/retention";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { clientRoutes } from "../access/clients/routes.ts";
import { createClients } from "../access/clients/service.ts";
import { identityRoutes, keyRoutes, userRoutes } from "../access/identity/routes.ts";
import { createIdentity } from "../access/identity/service.ts";
import type { Tokens } from "../access/identity/token.ts";
import { menuRoutes } from "../access/menus/routes.ts";
import { createMenus } from "../access/menus/service.ts";
import { createAlertInbox } from "../alerts/inbox/inbox.ts";
import { alertRoutes } from "../alerts/routes.ts";
import { createChannelTest } from "../alerts/settings/channel-test.ts";
import { createAlertSettings } from "../alerts/settings/settings.ts";
import { webhookRoutes } from "../alerts/webhook/routes.ts";
import { createWebhooks } from "../alerts/webhook/webhooks.ts";
import { commandRoutes } from "../commands/routes.ts";
import type { PasskeySite } from "../core/config/passkey-site.ts";
import type { Config } from "../core/config.ts";
import type { Context } from "../core/context.ts";
import type { Precedence } from "../core/precedence.ts";
import { VERSION } from "../core/version.ts";
import { answerRequestId, protectAnswers, requestId } from "../http/answer-headers.ts";
import { documentationRoutes } from "../http/documentation.ts";
import { handleErrors } from "../http/error-handler.ts";
import { closeGracefully } from "../http/graceful-close.ts";
import { healthRoute } from "../http/health.ts";
import { acceptJson } from "../http/json-body.ts";
import { logAnswers } from "../http/log.ts";
import { type Metrics, measureRequests } from "../http/metrics.ts";
import { problems, sendProblem } from "../http/problem.ts";
import { createRouter, refuseUnguardedRoutes } from "../http/router.ts";
import type { SharedAnswers } from "../http/shared-answers.ts";
import { traceRequests } from "../http/tracing.ts";
import { probeRoutes } from "../irrigation/probe-routes.ts";
import { irrigationRoutes } from "../irrigation/routes.ts";
import type { Mails } from "../mail/mails.ts";
import type { UnsubscribeLinks } from "../mail/unsubscribe-links.ts";
import { auditRoutes } from "../records/audit/routes.ts";
import { createAudit } from "../records/audit/service.ts";
import { deletedRoutes } from "../records/deleted/routes.ts";
import { createDeleted } from "../records/deleted/service.ts";
import { type ImportJobs, importRoutes } from "../records/import-jobs.ts";
import { fileImportRoutes } from "../records/importing/routes.ts";
import { recordListsRoute } from "../records/lists-route.ts";
import { createPhotos, photoRoutes } from "../records/photos/photos.ts";
import { recordRoutes } from "../records/routes.ts";
import { createRecords } from "../records/service.ts";
import { deviceCallPaths } from "../telemetry/device-calls.ts";
import { doorPaths, doorRoutes } from "../telemetry/doors/routes.ts";
import { telemetryRoutes } from "../telemetry/routes.ts";
import { sensorTypeRoutes } from "../telemetry/sensor-types/routes.ts";
import { chartRoutes } from "../views/charts/routes.ts";
import { irrigameterRoutes } from "../views/irrigameter/routes.ts";
import { createIrrigameter } from "../views/irrigameter/service.ts";
import { readingRoutes } from "../views/reading/routes.ts";
import type { MonthlyReports } from "../views/reports/monthly.ts";
import { createReportMails } from "../views/reports/report-mails.ts";
import { reportRoutes } from "../views/reports/routes.ts";
import type { Reports } from "../views/reports/service.ts";
import { rainRoutes } from "../weather/rain-routes.ts";
import { weatherRoutes } from "../weather/routes.ts";
import { auditedKinds } from "./audited.ts";
import { photographedDefinitions, recordDefinitions } from "./records.ts";
import { retentionRoute } from "./retention/retention.ts";
import type { Services } from "./services.ts";
import { unsubscribeRoutes } from "./unsubscribe.ts";

interface AppOptions extends Context {
  log: Logger;
  /** A worker serves its health only, and ingestion the calls for devices and for logging in. */
  role: Config["role"];
  services: Services;
  mails: Mails;
  imports: ImportJobs;
  links: UnsubscribeLinks;
  reports: Reports;
  monthly: MonthlyReports;
  tokens: Tokens;
  tokenTtlSeconds: number;
  loginMaxFailures: number;
  /** Hashes the names and addresses of failed logins; the same in all processes. */
  loginSecret: string;
  /** Encrypts the secrets of authenticators. */
  factorSecret: string;
  passkeySite: PasskeySite | undefined;
  /** The BFFs or proxies whose forwarding headers are trusted. */
  trustProxy: readonly string[];
  /** PEM of the server's certificate and key. */
  tls: { cert: string; key: string };
  metrics: Metrics;
  sharedAnswers: SharedAnswers;
  precedence: Precedence;
  /** Of the trace collector; undefined disables tracing. */
  tracesEndpoint?: string | undefined;
  /** Retention times of growing data, for the set-up screens. */
  keep: Retention;
  /** The folder with the embedded database, checked for free disk space; undefined without one. */
  dataDir?: string | undefined;
  /** Numbers of work that waits or failed for good, for the health call. */
  countWork: () => Promise<Record<string, number>>;
}

/** The API with all its calls, ready to listen or to `inject()`; production and tests build the same app. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    https: { ...options.tls, minVersion: "TLSv1.2" },
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    trustProxy: [...options.trustProxy],
    requestIdHeader: false,
    genReqId: requestId,
    return503OnClosing: true,
    // Limits the time to receive a request (§9).
    requestTimeout: REQUEST_TIMEOUT_MS,
    frameworkErrors: (_error, _request, reply) => sendProblem(reply, problems.badRequest()),
  });
  // The router validates requests and the table of calls types replies, so Fastify's own compilers do nothing.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(() => () => true);
  answerRequestId(app);
  protectAnswers(app);
  putPeopleFirst(app, options.precedence);
  measureRequests(app, options.metrics);
  if (options.tracesEndpoint) await traceRequests(app, { endpoint: options.tracesEndpoint, version: VERSION });
  handleErrors(app);
  acceptJson(app);
  logAnswers(app);
  closeGracefully(app);
  await documentationRoutes(app);
  refuseUnguardedRoutes(app);

  const identity = await createIdentity(options);
  const clients = createClients(options);
  const menus = createMenus(options, clients);

  healthRoute(app, options);
  if (options.role === "worker") {
    await app.ready();
    return app;
  }
  await app.register(async (api) => {
    const router = createRouter(api, identity.authenticate, options.sharedAnswers);
    keyRoutes(api, identity);
    identityRoutes(router, identity);
    const { telemetry, weather, irrigation } = options.services;
    const { precedence } = options;
    await doorRoutes(api, options, telemetry.doors);
    telemetryRoutes(router, options, { telemetry, authenticate: identity.authenticate, precedence });
    if (options.role === "ingest") return;
    const users = userRoutes(router, options, identity);
    readingRoutes(api, options);
    clientRoutes(router, clients);
    menuRoutes(router, menus);
    sensorTypeRoutes(router, options.database, clients);
    for (const definition of recordDefinitions)
      recordRoutes(router, definition.calls, createRecords(definition, options), { namesClient: true });
    recordListsRoute(router);
    importRoutes(router, options.imports);
    fileImportRoutes(router, options, recordDefinitions, {
      records: [users],
      noted: [telemetry.imports.kind, weather.pastKind],
    });
    deletedRoutes(router, createDeleted(options, recordDefinitions));
    photoRoutes(router, createPhotos(options, photographedDefinitions));
    retentionRoute(router, options.keep);
    const isMailed = options.mails.isConfigured && options.links.isConfigured;
    const alertSettings = createAlertSettings(options, { isMailed, mails: options.mails });
    webhookRoutes(router, createWebhooks(options));
    alertRoutes(router, {
      inbox: createAlertInbox(options),
      settings: alertSettings,
      test: createChannelTest(options),
    });
    auditRoutes(router, createAudit(options, auditedKinds(options)));
    reportRoutes(router, options.reports, createReportMails(options, options));
    unsubscribeRoutes(router, options, { ...options, alerts: alertSettings });
    weatherRoutes(router, options, weather);
    rainRoutes(router, options);
    probeRoutes(router, options, telemetry);
    irrigationRoutes(router, options, { irrigation, telemetry });
    const irrigameter = createIrrigameter(options, options.services, options.sharedAnswers);
    irrigameterRoutes(router, options, { ...irrigation, irrigameter });
    commandRoutes(router, options, { commands: options.services.commands, confirm: identity.confirm });
    chartRoutes(router, options, { telemetry, weather, ...irrigation });
  });
  await app.ready();
  return app;
}

/** Counts the calls of people, so that the work of devices can wait for them. */
function putPeopleFirst(app: FastifyInstance, precedence: Precedence): void {
  app.addHook("onRequest", async (request, reply) => {
    const { url = "" } = request.routeOptions;
    if (deviceCallPaths.has(url) || doorPaths.has(url)) return;
    // Also when the caller disconnects before the answer.
    reply.raw.once("close", precedence.begin());
  });
}
