import type { Screen } from "../access/rights.ts";
import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints.ts";
import { entities } from "./entities.ts";
import { views } from "./views.ts";

/** The call without which a screen has nothing to show. Alerts and commands are parts of other screens. */
export const screenCalls = {
  irrigameter: views.irrigameter,
  forecast: views.forecast,
  charts: views.chart,
  report: views.managementReport,
  maps: views.map,
  farms: entities.farm.getByClient,
  config: endpoints.clientGetAll,
  device: entities.device.getByClient,
  monitor: entities.monitor.getByClient,
  balance: entities.season.getByClient,
  watering: entities.watering.getByClient,
  user: entities.user.getByClient,
  usersgroup: entities.usersGroup.getByClient,
} as const satisfies Readonly<Record<Exclude<Screen, "alerts" | "commands">, Endpoint>>;
