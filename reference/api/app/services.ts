import type { AlertMails } from "../alerts/digests/digest.ts";
import { type Alerts, createAlerts } from "../alerts/service.ts";
import type { WebhookNetwork } from "../alerts/webhook/send.ts";
import { type Commands, createCommands } from "../commands/service.ts";
import type { Context } from "../core/context.ts";
import type { Job } from "../core/jobs.ts";
import type { Precedence } from "../core/precedence.ts";
import { createIrrigation, type Irrigation } from "../irrigation/service.ts";
import type { ReadingLimits } from "../telemetry/receive/quota.ts";
import { createTelemetry, type Telemetry } from "../telemetry/service.ts";
import type { WeatherLinkOptions } from "../telemetry/weatherlink/service.ts";
import { type ArchiveAddresses, weatherArchives } from "../weather/archives/archives.ts";
import { openMeteoProvider } from "../weather/providers/open-meteo.ts";
import { simulatedProvider } from "../weather/providers/simulated.ts";
import { createWeatherService, type Weather } from "../weather/service.ts";

/** The services, for their calls, for the simulator and for tests. */
export interface Services {
  telemetry: Telemetry;
  weather: Weather;
  irrigation: Irrigation;
  alerts: Alerts;
  commands: Commands;
}

/**
 * Makes the services in the order of their dependencies.
 * @param seed of the simulated weather, for clients with simulated forecasts
 */
export function createServices(
  context: Context,
  {
    seed,
    precedence,
    mail,
    network,
    openMeteoKey,
    archives,
    weatherLink,
    readingLimits,
  }: {
    seed: number;
    precedence?: Precedence;
    mail?: AlertMails;
    network?: WebhookNetwork | undefined;
    openMeteoKey?: (() => string) | undefined;
    archives?: ArchiveAddresses;
    weatherLink?: WeatherLinkOptions;
    readingLimits?: ReadingLimits;
  },
): Services {
  const { clock } = context;
  const telemetry = createTelemetry({ ...context, precedence, weatherLink, limits: readingLimits });
  const providers = [openMeteoProvider({ clock, apiKey: openMeteoKey }), simulatedProvider({ clock, seed })];
  const weather = createWeatherService(context, {
    telemetry,
    providers,
    archives: weatherArchives(archives, openMeteoKey),
  });
  const irrigation = createIrrigation(context, { telemetry });
  const alerts = createAlerts(context, { telemetry, ...irrigation, mail, network });
  const commands = createCommands(context, irrigation);
  return { telemetry, weather, irrigation, alerts, commands };
}

export function jobsOf({ telemetry, weather, irrigation, alerts, commands }: Services): Job[] {
  return [...commands.jobs, ...telemetry.jobs, ...weather.jobs, ...irrigation.jobs, ...alerts.jobs];
}
