import { views } from "@lamina/shared/calls/views";
import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { checkPastWeather, ORDER_DAYS_MAX, type PastWeather } from "@lamina/shared/records/weather";
import type * as z from "zod";
import type { Context } from "../core/context.ts";
import { requireFarm } from "../farms/service.ts";
import type { Caller } from "../http/caller.ts";
import { problems, withMessage } from "../http/problem.ts";
import { requireRange } from "../http/ranges.ts";
import type { Router } from "../http/router.ts";
import { createScope } from "../telemetry/scope.ts";
import { deviceFindings } from "./findings/device-findings.ts";
import type { Weather } from "./service.ts";

/** The longest range of days with quality in one answer. */
const MAX_QUALITY_DAYS = 62;

export function weatherRoutes(
  router: Router,
  { database, clock }: Pick<Context, "database" | "clock">,
  weather: Weather,
): void {
  router.route(views.weatherDaily, async ({ caller, query }) => {
    const { access } = views.weatherDaily;
    const farm = await requireFarm(database, caller, { farmId: query.ID, access });
    const { from, to } = requireRange(query);
    return weather.days(farm._id, from, to);
  });

  async function farmOf(caller: Caller, body: z.output<typeof PastWeather>) {
    const { access } = views.pastWeather;
    const farm = await requireFarm(database, caller, { farmId: body.farmId, access });
    const today = farmDay(clock.now().getTime(), farm.timezone);
    const broken = body.days.flatMap((day, index) =>
      checkPastWeather(day, today).map((rule) => withMessage({ ...rule, field: `days.${index}.${rule.field}` })),
    );
    if (broken.length > 0) throw problems.validation(broken);
    return farm;
  }
  router.route(views.pastWeather, async ({ caller, body }) =>
    weather.takePast(caller, await farmOf(caller, body), body),
  );
  router.route(views.pastWeatherPreview, async ({ caller, body }) =>
    weather.foreseePast(await farmOf(caller, body), body),
  );

  router.route(views.pastWeatherFetch, async ({ caller, body }) => {
    const { access } = views.pastWeatherFetch;
    const farm = await requireFarm(database, caller, { farmId: body.farmId, access });
    const yesterday = addDays(farmDay(clock.now().getTime(), farm.timezone), -1);
    const to = body.to < yesterday ? body.to : yesterday;
    const range = requireRange({ from: body.from, to }, ORDER_DAYS_MAX);
    return weather.fetchPast(caller, farm, { ...body, ...range });
  });

  router.route(views.recomputing, async ({ caller, query }) => {
    const rights = caller.clients.get(query.ID);
    if (rights === undefined) throw problems.notFound("client");
    return weather.recomputing(query.ID, rights.farmIds);
  });

  const scope = createScope(database);
  router.route(views.deviceFindings, async ({ caller, query }) => {
    await scope.device({ caller, access: views.deviceFindings.access }, query.ID);
    return deviceFindings(database, query.ID, clock.now());
  });

  router.route(views.weatherQuality, async ({ caller, query }) => {
    const { access } = views.weatherQuality;
    const farm = await requireFarm(database, caller, { farmId: query.ID, access });
    return weather.quality(farm._id, requireRange(query, MAX_QUALITY_DAYS));
  });
}
