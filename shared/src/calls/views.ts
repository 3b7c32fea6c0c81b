import * as z from "zod";
import type { Screen } from "../access/rights.ts";
import { AuditEntry, ChangePassword, DeviceKey, Me, OneTimeCode, SetPassword } from "../access/user.ts";
import { Day, Id } from "../core/record.ts";
import { Notification } from "../records/alert.ts";
import { PivotStatus } from "../records/farm.ts";
import {
  Balance,
  BalanceAdjust,
  Detection,
  DetectionResolve,
  Projection,
  Recommendation,
  SimulateRequest,
  Watering,
} from "../records/irrigation.ts";
import {
  DeviceMessage,
  DeviceSecret,
  FieldCapacityAccept,
  FieldCapacitySuggestion,
  SensorSummary,
  Series,
  SeriesStep,
  TelemetryBatch,
  TelemetryCounts,
  TelemetryReply,
} from "../records/telemetry.ts";
import { Rain, WeatherDaily, WeatherQuality } from "../records/weather.ts";
import { Forecast } from "../views/forecast.ts";
import { Irrigameter, MapView, SectorDetail } from "../views/irrigameter.ts";
import { ConsumptionReport, ManagementReport } from "../views/report.ts";
import { Retention } from "../views/retention.ts";
import { ChartData, Sources } from "../views/sources.ts";
import { ById, endpoint, PageQuery, pageOf, UpdateReply } from "./endpoint.ts";

const view = (screen: Screen) => ({ screen, action: "view" }) as const;
const Range = ById.extend({ from: z.string(), to: z.string() });
const Ids = z.string().min(1).describe("comma-separated ids");

/** One rejected row of an import: its number in the file (from 1), the field and the reason. */
const ImportError = z.object({ row: z.number().int(), field: z.string(), id: z.string(), message: z.string() });
/** Result of an import. A retry with the same `key` gets the same answer and stores nothing twice. */
export const ImportReply = z.object({
  inserted: z.number().int(),
  duplicate: z.number().int(),
  errors: z.array(ImportError),
});
export type ImportReply = z.infer<typeof ImportReply>;
/** Rows are validated one by one, so that a bad row does not reject the others; each must match the schema `row`. */
function importOf(row: "WateringFields" | "RainFields") {
  const rows = z.array(z.unknown().describe(row)).min(1).max(10_000);
  return z.object({ clientId: Id, key: z.string().min(8).max(64), rows });
}

/** The calls that screens and programs use beside the five of each entity. */
export const views = {
  irrigameter: endpoint({
    method: "GET",
    path: "/Irrigameter/GetByClientID",
    query: ById,
    reply: Irrigameter,
    access: view("irrigameter"),
    summary: "The irrigâmetro of a client: sectors, recommendations, plans, monitors",
  }),
  sectorDetail: endpoint({
    method: "GET",
    path: "/Irrigameter/GetSectorDetail",
    query: ById,
    reply: SectorDetail,
    access: view("irrigameter"),
    summary: "A sector's 30 days past and 7 ahead",
  }),
  simulate: endpoint({
    method: "POST",
    path: "/Irrigameter/Simulate",
    body: SimulateRequest,
    reply: Projection,
    access: view("irrigameter"),
    summary: "Seven days ahead if some depth were applied today; stores nothing",
  }),
  recommendations: endpoint({
    method: "GET",
    path: "/Recommendation/GetByClientID",
    query: ById,
    reply: z.array(Recommendation),
    access: view("irrigameter"),
    summary: "Today's recommendation of each sector",
  }),
  sensorSummaries: endpoint({
    method: "GET",
    path: "/SensorSummary/GetByClientID",
    query: ById,
    reply: z.array(SensorSummary),
    access: view("irrigameter"),
    summary: "Measured state of each monitor",
  }),
  balanceBySector: endpoint({
    method: "GET",
    path: "/Balance/GetBySectorID",
    query: Range,
    reply: z.array(Balance),
    access: view("irrigameter"),
    summary: "Daily balance of a sector",
  }),
  balanceAdjust: endpoint({
    method: "POST",
    path: "/Balance/Adjust",
    body: BalanceAdjust,
    reply: UpdateReply,
    access: { screen: "balance", action: "edit" },
    summary: "Sets the depletion at the end of a day, or removes what was set, with a reason",
  }),
  balanceRecompute: endpoint({
    method: "POST",
    path: "/Balance/Recompute",
    body: z.object({ sectorId: Id, from: Day.optional() }),
    reply: UpdateReply,
    access: { screen: "balance", action: "edit" },
    summary: "Computes a sector's balance again from a day on",
  }),
  balancePreview: endpoint({
    method: "POST",
    path: "/Balance/Preview",
    body: z.looseObject({ sectorId: Id }),
    reply: z.array(Balance),
    access: { screen: "balance", action: "view" },
    summary: "The balance that a season would give; stores nothing",
  }),
  detectionResolve: endpoint({
    method: "POST",
    path: "/Detection/Resolve",
    body: DetectionResolve,
    reply: UpdateReply,
    access: { screen: "watering", action: "create" },
    summary: "Says what an unrecorded irrigation was",
  }),
  detections: endpoint({
    method: "GET",
    path: "/Detection/GetByClientID",
    query: ById,
    reply: z.array(Detection),
    access: view("irrigameter"),
    summary: "Open detections of irrigation without a record",
  }),
  forecast: endpoint({
    method: "GET",
    path: "/Forecast/GetByFarmID",
    query: ById,
    reply: Forecast,
    access: view("forecast"),
    summary: "Forecast of a farm, days and hours, with projections and verification",
  }),
  weatherDaily: endpoint({
    method: "GET",
    path: "/WeatherDaily/GetByFarmID",
    query: Range,
    reply: z.array(WeatherDaily),
    access: view("charts"),
    summary: "Daily weather of a farm",
  }),
  weatherQuality: endpoint({
    method: "GET",
    path: "/WeatherDaily/GetQuality",
    query: Range,
    reply: WeatherQuality,
    access: view("device"),
    summary: "What each station of a farm measured on some days, what was filled or refused, and why",
  }),
  readingsByMonitor: endpoint({
    method: "GET",
    path: "/Reading/GetByMonitorID",
    query: Range.extend({ step: SeriesStep.default("auto") }),
    reply: z.array(Series),
    access: view("charts"),
    summary: "Series of a monitor's sensors",
  }),
  fieldCapacity: endpoint({
    method: "GET",
    path: "/Monitor/GetFieldCapacity",
    query: ById,
    reply: FieldCapacitySuggestion,
    access: view("monitor"),
    summary: "Field capacities that a monitor's own wettings suggest",
  }),
  fieldCapacityAccept: endpoint({
    method: "POST",
    path: "/Monitor/AcceptFieldCapacity",
    body: FieldCapacityAccept,
    reply: UpdateReply,
    access: { screen: "monitor", action: "edit" },
    summary: "Takes over field capacities of a monitor's depths; null goes back to the soil's",
  }),
  series: endpoint({
    method: "GET",
    path: "/Reading/GetSeries",
    query: z.object({ IDs: Ids, from: z.string(), to: z.string(), step: SeriesStep.default("auto") }),
    reply: z.array(Series),
    access: view("charts"),
    summary: "Series of sensors",
  }),
  sources: endpoint({
    method: "GET",
    path: "/Source/GetByClientID",
    query: ById,
    reply: Sources,
    summary: "The farms of a client with their stations, gauges and monitors",
  }),
  chart: endpoint({
    method: "GET",
    path: "/Chart/GetSeries",
    query: z.object({
      IDs: Ids,
      from: z.string(),
      to: z.string(),
      step: SeriesStep.default("auto"),
      farmId: z.string().optional(),
      sectorId: z.string().optional(),
    }),
    reply: ChartData,
    access: view("charts"),
    summary: "All that a chart draws: series of sensors, weather of a farm, balance of a sector",
  }),
  pivotStatus: endpoint({
    method: "GET",
    path: "/PivotStatus/GetByClientID",
    query: ById,
    reply: z.array(PivotStatus),
    access: view("irrigameter"),
    summary: "Latest state of each pivot",
  }),
  pivotHistory: endpoint({
    method: "GET",
    path: "/PivotStatus/GetByPivotID",
    query: PageQuery,
    reply: pageOf(PivotStatus),
    access: view("irrigameter"),
    summary: "History of a pivot's states",
  }),
  map: endpoint({
    method: "GET",
    path: "/Map/GetByClientID",
    query: ById,
    reply: MapView,
    access: view("maps"),
    summary: "All that the map shows of a client",
  }),
  managementReport: endpoint({
    method: "GET",
    path: "/Report/IrrigationManager",
    query: Range.extend({ pivotId: z.string().optional() }),
    reply: ManagementReport,
    access: view("report"),
    summary: "Manejo da irrigação of a client",
  }),
  consumptionReport: endpoint({
    method: "GET",
    path: "/Report/WaterConsumption",
    query: ById.extend({ year: z.coerce.number().int().min(2000).max(2200) }),
    reply: ConsumptionReport,
    access: view("report"),
    summary: "Consumo de água of a client",
  }),
  telemetry: endpoint({
    method: "POST",
    path: "/Reading/Insert",
    body: TelemetryBatch,
    reply: TelemetryReply,
    access: { screen: "device", action: "edit" },
    summary: "Takes a batch of readings of a device",
  }),
  deviceMessages: endpoint({
    method: "GET",
    path: "/Device/GetMessages",
    query: ById,
    reply: z.array(DeviceMessage),
    access: view("device"),
    summary: "The last 100 messages of a device",
  }),
  deviceHealth: endpoint({
    method: "GET",
    path: "/Device/GetHealth",
    query: Range,
    reply: z.array(z.object({ date: z.string(), batteryPct: z.number().nullable(), rssiDbm: z.number().nullable() })),
    access: view("device"),
    summary: "Battery and signal of a device over time",
  }),
  deviceSecret: endpoint({
    method: "POST",
    path: "/Device/RotateSecret",
    body: z.object({ _id: Id }),
    reply: DeviceSecret,
    access: { screen: "device", action: "edit" },
    summary: "Makes a new secret with which a device signs in at the broker; it is shown this once",
  }),
  telemetryCounts: endpoint({
    method: "GET",
    path: "/Telemetry/GetCounts",
    reply: TelemetryCounts,
    access: { screen: "device", action: "edit" },
    summary: "What became of all readings that came in since the start",
  }),
  notifications: endpoint({
    method: "GET",
    path: "/Notification/GetByClientID",
    query: PageQuery.extend({ open: z.enum(["true", "false"]).optional() }),
    reply: pageOf(Notification),
    access: view("alerts"),
    summary: "Inbox of a client, newest first",
  }),
  notificationRead: endpoint({
    method: "POST",
    path: "/Notification/Read",
    body: z.object({ ids: z.array(Id).min(1).max(1000) }),
    reply: UpdateReply,
    access: view("alerts"),
    summary: "Marks alerts as read by the caller",
  }),
  notificationTake: endpoint({
    method: "POST",
    path: "/Notification/Take",
    body: z.object({ _id: Id }),
    reply: UpdateReply,
    access: { screen: "alerts", action: "edit" },
    summary: "Takes an alert: it stops repeating",
  }),
  notificationResolve: endpoint({
    method: "POST",
    path: "/Notification/Resolve",
    body: z.object({ _id: Id, note: z.string().max(500).optional() }),
    reply: UpdateReply,
    access: { screen: "alerts", action: "edit" },
    summary: "Closes an alert",
  }),
  notificationReopen: endpoint({
    method: "POST",
    path: "/Notification/Reopen",
    body: z.object({ _id: Id }),
    reply: UpdateReply,
    access: { screen: "alerts", action: "edit" },
    summary: "Undoes the closing of an alert by a person; an alert whose cause has ended then ends by itself",
  }),
  wateringPage: endpoint({
    method: "GET",
    path: "/Watering/GetPage",
    query: PageQuery,
    reply: pageOf(Watering),
    access: view("watering"),
    summary: "Waterings of a client, newest first",
  }),
  wateringImport: endpoint({
    method: "POST",
    path: "/Watering/Import",
    body: importOf("WateringFields"),
    reply: ImportReply,
    access: { screen: "watering", action: "create" },
    summary: "Imports waterings; good rows go in, bad ones are named",
  }),
  rainPage: endpoint({
    method: "GET",
    path: "/Rain/GetPage",
    query: PageQuery,
    reply: pageOf(Rain),
    access: view("watering"),
    summary: "Rain records of a client, newest first",
  }),
  rainImport: endpoint({
    method: "POST",
    path: "/Rain/Import",
    body: importOf("RainFields"),
    reply: ImportReply,
    access: { screen: "watering", action: "create" },
    summary: "Imports rain records",
  }),
  me: endpoint({
    method: "GET",
    path: "/User/Me",
    query: z.object({ clientId: z.string().optional() }),
    reply: Me,
    summary: "Who is logged in and what they may do",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/User/ChangePassword",
    body: ChangePassword,
    reply: UpdateReply,
    summary: "Changes the caller's own password",
  }),
  invite: endpoint({
    method: "POST",
    path: "/User/Invite",
    body: z.object({ _id: Id }),
    reply: OneTimeCode,
    access: { screen: "user", action: "edit" },
    summary: "Makes a one-time code with which a user sets the password",
  }),
  setPassword: endpoint({
    method: "POST",
    path: "/User/SetPassword",
    body: SetPassword,
    reply: UpdateReply,
    summary: "Sets the caller's own password, by the token of a login with a one-time code",
  }),
  deviceKey: endpoint({
    method: "GET",
    path: "/User/GetDeviceKey",
    reply: DeviceKey,
    summary: "The key that seals what the caller's devices have not sent yet",
  }),
  retention: endpoint({
    method: "GET",
    path: "/Retention/Get",
    reply: Retention,
    summary: "How long the installation keeps what grows",
  }),
  audit: endpoint({
    method: "GET",
    path: "/Audit/GetByRecordID",
    query: PageQuery,
    reply: pageOf(AuditEntry),
    summary: "Who changed a record, what and when, for users who may see it",
  }),
} as const;
