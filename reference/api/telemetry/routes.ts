import { views } from "@lamina/shared/calls/views";
import type { Context } from "../core/context.ts";
import type { Precedence } from "../core/precedence.ts";
import { optionalMoment, parseRange } from "../http/ranges.ts";
import type { Authenticate, Router } from "../http/router.ts";
import { deviceCalls } from "./device-calls.ts";
import { deviceHealthOf, deviceMessagesOf, messageCountsOf, unclaimedOf } from "./devices/device-history.ts";
import { secretStateOf } from "./devices/secret.ts";
import { createScope } from "./scope.ts";
import type { Telemetry } from "./service.ts";

export function telemetryRoutes(
  router: Router,
  { database, clock, events }: Context,
  { telemetry, ...calls }: { telemetry: Telemetry; authenticate: Authenticate; precedence: Precedence },
): void {
  const scope = createScope(database);
  deviceCalls(router, { clock, events, scope, telemetry, ...calls });

  router.route(views.readingsByMonitor, async ({ caller, query }) => {
    const { from, to } = parseRange(query);
    const call = { caller, access: views.readingsByMonitor.access };
    const { sensorIds } = await scope.monitor(call, query.ID);
    return telemetry.series(await scope.seenSensors(call, sensorIds), from, to, query.step);
  });

  router.route(views.series, async ({ caller, query }) => {
    const { from, to } = parseRange(query);
    const ids = await scope.sensors({ caller, access: views.series.access }, query.IDs);
    return telemetry.series(ids, from, to, query.step);
  });

  router.route(views.rainAccept, async ({ caller, body }) => {
    const [sensorId = ""] = await scope.sensors({ caller, access: views.rainAccept.access }, body.sensorId);
    return { matchedCount: await telemetry.acceptRain(sensorId, body.days, caller) };
  });

  router.route(views.clockCorrect, async ({ caller, body }) => {
    await scope.device({ caller, access: views.clockCorrect.access }, body._id);
    return { matchedCount: 1, moved: await telemetry.correctClock(body._id, body.minutes, caller) };
  });

  router.route(views.pivotStatus, async ({ caller, query }) => {
    const pivotIds = await scope.pivotsOfClient({ caller, access: views.pivotStatus.access }, query.ID);
    return [...(await telemetry.pivotLatest(pivotIds)).values()];
  });

  router.route(views.pivotHistory, async ({ caller, query }) => {
    await scope.pivot({ caller, access: views.pivotHistory.access }, query.ID);
    return telemetry.pivotPage(query.ID, {
      from: optionalMoment("from", query.from),
      to: optionalMoment("to", query.to),
      before: optionalMoment("after", query.after),
      limit: query.limit,
    });
  });

  router.route(views.deviceMessages, async ({ caller, query }) => {
    await scope.device({ caller, access: views.deviceMessages.access }, query.ID);
    return deviceMessagesOf(database, query.ID);
  });

  router.route(views.messageCounts, async ({ caller, query }) => {
    await scope.device({ caller, access: views.messageCounts.access }, query.ID);
    return messageCountsOf(database, query.ID);
  });

  router.route(views.unclaimedMessages, async ({ caller, query }) => {
    scope.wholeClient({ caller, access: views.unclaimedMessages.access }, query.ID);
    return unclaimedOf(database, query.ID);
  });

  router.route(views.deviceSecret, async ({ caller, body }) => {
    await scope.device({ caller, access: views.deviceSecret.access }, body._id);
    return telemetry.rotateSecret(body._id, caller);
  });

  router.route(views.deviceSecretState, async ({ caller, query }) => {
    await scope.device({ caller, access: views.deviceSecretState.access }, query.ID);
    return secretStateOf(database, "device", query.ID);
  });

  router.route(views.deviceSecretRevoke, async ({ caller, body }) => {
    await scope.device({ caller, access: views.deviceSecretRevoke.access }, body._id);
    return { matchedCount: (await telemetry.revoke("device", body._id, caller)) ? 1 : 0 };
  });

  router.route(views.gatewayKey, async ({ caller, body }) => {
    await scope.gateway({ caller, access: views.gatewayKey.access }, body._id);
    return { key: await telemetry.rotateKey(body._id, caller) };
  });

  router.route(views.gatewayKeyState, async ({ caller, query }) => {
    await scope.gateway({ caller, access: views.gatewayKeyState.access }, query.ID);
    return secretStateOf(database, "gateway", query.ID);
  });

  router.route(views.gatewayKeyRevoke, async ({ caller, body }) => {
    await scope.gateway({ caller, access: views.gatewayKeyRevoke.access }, body._id);
    return { matchedCount: (await telemetry.revoke("gateway", body._id, caller)) ? 1 : 0 };
  });

  const links = telemetry.weatherLinks;
  router.route(views.weatherLink, async ({ caller, query }) => {
    await scope.device({ caller, access: views.weatherLink.access }, query.ID);
    return (await links?.state(query.ID)) ?? null;
  });

  router.route(views.weatherLinkSet, async ({ caller, body }) => {
    await scope.device({ caller, access: views.weatherLinkSet.access }, body._id);
    return (await links?.set(body, caller)) ?? { matchedCount: 0, stations: [], fault: "unreachable" as const };
  });

  router.route(views.weatherLinkEnd, async ({ caller, body }) => {
    await scope.device({ caller, access: views.weatherLinkEnd.access }, body._id);
    return { matchedCount: (await links?.end(body._id, caller)) ?? 0 };
  });

  router.route(views.telemetryCounts, async () => telemetry.counts());

  router.route(views.deviceHealth, async ({ caller, query }) => {
    const range = parseRange(query);
    await scope.device({ caller, access: views.deviceHealth.access }, query.ID);
    return deviceHealthOf(database, query.ID, range);
  });
}
