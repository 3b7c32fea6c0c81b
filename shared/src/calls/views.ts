import { accountCalls } from "./views/account.ts";
import { commandCalls } from "./views/commands.ts";
import { confirmationCalls } from "./views/confirmation.ts";
import { deletionCalls } from "./views/deletions.ts";
import { deviceCalls } from "./views/devices.ts";
import { fieldRecordCalls } from "./views/field-records.ts";
import { installationCalls } from "./views/installation.ts";
import { irrigationCalls } from "./views/irrigation.ts";
import { mapCalls } from "./views/map.ts";
import { notificationCalls } from "./views/notifications.ts";
import { reportCalls } from "./views/reports.ts";
import { seriesCalls } from "./views/series.ts";
import { weatherCalls } from "./views/weather.ts";
import { webhookCalls } from "./views/webhooks.ts";

/** The calls that screens and programs use beside the five of each entity. */
export const views = {
  ...irrigationCalls,
  ...weatherCalls,
  ...seriesCalls,
  ...mapCalls,
  ...reportCalls,
  ...deviceCalls,
  ...commandCalls,
  ...notificationCalls,
  ...webhookCalls,
  ...fieldRecordCalls,
  ...deletionCalls,
  ...accountCalls,
  ...confirmationCalls,
  ...installationCalls,
} as const;
