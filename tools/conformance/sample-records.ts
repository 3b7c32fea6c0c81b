import type { Endpoint } from "@lamina/shared/calls/endpoint";
import type { EntityName } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { farmDay } from "@lamina/shared/core/farm-time";
import { DAY_MS, HOUR_MS } from "@lamina/shared/core/time";

/** A body from the ids of the records that the API has taken. */
export type Sample = (id: (record: string) => string, now: Date) => object;

/** A record of each kind for the client of the examination, in an order in which each refers to records before it. */
export const sampleRecords: readonly (readonly [entity: EntityName, body: Sample])[] = [
  ["farm", () => ({ name: "Fazenda de teste", ...PLACE, altitude: 720, timezone: TIMEZONE })],
  ["soil", () => ({ name: "Solo de teste", layers: [{ depthCm: 60, fcPct: 30, wpPct: 15 }] })],
  ["waterSource", (id) => ({ farmId: id("Farm"), name: "Captação de teste", capacityM3h: 300 })],
  [
    "pivot",
    (id) => ({
      farmId: id("Farm"),
      name: "Pivô de teste",
      kind: "pivot",
      ...PLACE,
      radiusM: 400,
      flowM3h: 150,
      time100H: 20,
      depth100Mm: 6,
      efficiencyPct: 85,
    }),
  ],
  [
    "pivotSector",
    (id) => ({ pivotId: id("Pivot"), name: "Setor de teste", angleStart: 0, angleEnd: 360, soilId: id("Soil") }),
  ],
  ["machineCalibration", (id, now) => ({ pivotId: id("Pivot"), date: day(now), kind: "flow", flowM3h: 149 })],
  [
    "outOfService",
    (id, now) => ({
      farmId: id("Farm"),
      pivotId: id("Pivot"),
      from: now.toISOString(),
      until: now.toISOString(),
      reason: "maintenance",
    }),
  ],
  ["waterPermit", (id) => ({ farmId: id("Farm"), number: "Teste", m3Month: 100_000 })],
  [
    "tariff",
    () => ({ name: "Tarifa de teste", windows: [{ days: [1], from: "18:00", to: "21:00", kind: "peak", brlKwh: 1 }] }),
  ],
  ["config", () => ({ decisionTime: "07:00" })],
  [
    "alertRule",
    () => ({ scope: { kind: "client" }, type: "power", severity: "info", channels: ["inbox"], enabled: false }),
  ],
  [
    "crop",
    () => ({
      name: "Cultura de teste",
      stages: ["Inicial", "Desenvolvimento", "Média", "Final"].map((name) => ({ name, days: 30 })),
      kcIni: 0.4,
      kcMid: 1.15,
      kcEnd: 0.6,
      rootIniCm: 15,
      rootMaxCm: 50,
      p: 0.5,
    }),
  ],
  ["season", (id, now) => ({ sectorId: id("PivotSector"), cropId: id("Crop"), plantingDate: day(now) })],
  ["device", (id, now) => ({ farmId: id("Farm"), sensorTypeId: id("SensorType"), serial: serial(now) })],
  ["sensor", (id) => ({ deviceId: id("Device"), variable: "soilMoist", unit: "% vol", depthCm: 20 })],
  ["gateway", (id) => ({ name: "Chave de teste", deviceId: id("Device") })],
  ["monitor", (id) => ({ name: "Monitor de teste", sectorId: id("PivotSector"), sensorIds: [id("Sensor")] })],
  ["canopyObservation", (id, now) => ({ sectorId: id("PivotSector"), date: day(now), coverPct: 60 })],
  [
    "seasonBudget",
    (id, now) => ({ farmId: id("Farm"), name: "Orçamento de teste", from: day(now), to: day(now), mm: 300 }),
  ],
  ["rain", (id, now) => ({ farmId: id("Farm"), date: day(now), mm: 1 })],
  ["watering", (id, now) => ({ sectorId: id("PivotSector"), start: now.toISOString(), grossMm: 1 })],
  ["fieldNote", (id, now) => ({ pivotId: id("Pivot"), at: now.toISOString(), note: "Nota de teste" })],
  ["usersGroup", () => ({ name: "Grupo de teste", permissions: [] })],
  ["user", (id, now) => ({ name: "Pessoa de teste", userName: serial(now), groupId: id("UsersGroup") })],
];

/** Further changes of those records: no call mails anything or changes the calling user. */
export const sampleChanges: readonly (readonly [call: Endpoint, body: Sample])[] = [
  [views.simulate, (id) => ({ sectorId: id("PivotSector"), grossMm: 5 })],
  [views.dayPlanDecide, (id, now) => ({ farmId: id("Farm"), date: day(now), choices: [] })],
  [views.balanceRecompute, (id) => ({ sectorId: id("PivotSector") })],
  [views.balancePreview, (id, now) => ({ sectorId: id("PivotSector"), cropId: id("Crop"), plantingDate: day(now) })],
  [
    views.balanceInitialWater,
    (id, now) => ({ sectorId: id("PivotSector"), cropId: id("Crop"), plantingDate: day(now) }),
  ],
  [views.fieldCapacityAccept, (id) => ({ _id: id("Monitor"), depths: [{ sensorId: id("Sensor"), fcPct: 30 }] })],
  [views.telemetry, (_id, now) => batch(now)],
  [views.readingImport, (_id, now) => ({ ...batch(now), batch: serial(now) })],
  [views.readingPreview, (_id, now) => batch(now)],
  [views.telemetryMany, (_id, now) => ({ batches: [batch(now)] })],
  [views.deviceSecret, (id) => ({ _id: id("Device") })],
  [views.deviceSecretRevoke, (id) => ({ _id: id("Device") })],
  [views.gatewayKey, (id) => ({ _id: id("Gateway") })],
  [views.gatewayKeyRevoke, (id) => ({ _id: id("Gateway") })],
  [views.pastWeather, pastDay],
  [views.pastWeatherPreview, pastDay],
  [
    views.pastWeatherFetch,
    (id, now) => {
      const yesterday = day(new Date(now.getTime() - DAY_MS));
      return { farmId: id("Farm"), source: "nasa-power", from: yesterday, to: yesterday };
    },
  ],
  [views.wateringPreview, (id, now) => compared(id, { sectorId: id("PivotSector"), start: hourAgo(now), grossMm: 1 })],
  [views.rainPreview, (id, now) => compared(id, { farmId: id("Farm"), date: day(now), mm: 1 })],
  [views.canopyPreview, (id, now) => compared(id, { sectorId: id("PivotSector"), date: day(now), ndvi: 0.6 })],
  [views.canopyImport, (id, now) => rows(id, now, { sectorId: id("PivotSector"), date: day(now), ndvi: 0.6 })],
  [views.wateringImport, (id, now) => rows(id, now, { sectorId: id("PivotSector"), start: hourAgo(now), grossMm: 1 })],
  [
    views.wateringRecord,
    (id, now) => ({
      ...{ clientId: id("Client"), sectorIds: [id("PivotSector")], state: "running" },
      ...{ start: hourAgo(now), grossMm: 5 },
    }),
  ],
  [views.rainImport, (id, now) => rows(id, now, { farmId: id("Farm"), date: day(now), mm: 1 })],
  [
    views.importInsert,
    (id, now) => ({ ...rows(id, now, { farmId: id("Farm"), date: day(now), mm: 2 }), entity: "Rain" }),
  ],
  ...(
    [
      ["Farm", views.farmImport, views.farmPreview],
      ["Pivot", views.pivotImport, views.pivotPreview],
      ["PivotSector", views.pivotSectorImport, views.pivotSectorPreview],
      ["Soil", views.soilImport, views.soilPreview],
      ["Crop", views.cropImport, views.cropPreview],
      ["Season", views.seasonImport, views.seasonPreview],
      ["Device", views.deviceImport, views.devicePreview],
      ["User", views.userImport, views.userPreview],
    ] as const
  ).flatMap(([entity, importCall, previewCall]): (readonly [Endpoint, Sample])[] => [
    // The record as it is, so that the import leaves nothing behind.
    [importCall, (id, now) => rows(id, now, { _id: id(entity) })],
    [previewCall, (id) => compared(id, { _id: id(entity) })],
  ]),
  [views.importUndo, (id, now) => ({ clientId: id("Client"), batch: serial(now) })],
  [views.invite, (id) => ({ _id: id("User") })],
];

function pastDay(id: (record: string) => string, now: Date) {
  const date = day(new Date(now.getTime() - DAY_MS));
  return { farmId: id("Farm"), source: "nasa-power", days: [{ date, tMax: 30, tMin: 18 }] };
}
const batch = (now: Date) => ({
  serial: serial(now),
  readings: [{ variable: "soilMoist", depthCm: 20, date: now.toISOString(), value: 25 }],
});
const rows = (id: (record: string) => string, now: Date, row: object) => ({
  clientId: id("Client"),
  key: serial(now),
  rows: [row],
});
const compared = (id: (record: string) => string, row: object) => ({ clientId: id("Client"), rows: [row] });
const serial = (now: Date) => `conformidade-${now.getTime()}`;
const hourAgo = (now: Date) => new Date(now.getTime() - HOUR_MS).toISOString();
const PLACE = { lat: -12.1, lon: -45.8 };
const TIMEZONE = "America/Bahia";
/** The day of the farm: between 21:00 and midnight there the day of UTC is to come, and the API refuses its rain. */
const day = (now: Date) => farmDay(now.getTime(), TIMEZONE);
