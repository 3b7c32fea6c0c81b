import { buildMachineDay } from "@lamina/shared/views/build-machine-day";
import type { MapView } from "@lamina/shared/views/irrigameter";

const AT = "2026-05-14T10:30:00.000Z";
const soil = { drMm: null, rawMm: null, tawMm: null, recommendation: null };
const stored = { clientId: "c1", createdAt: AT, updatedAt: AT, active: true };

/**
 * Two farms. The first has a pivot of two sectors, one of them in stress, and a gauge. Each has a device nearby, and
 * one device has no place.
 */
export function mapFixture(): MapView {
  const device = { kind: "rain", state: "ok", batteryPct: 80, lastSeen: AT };
  const sector = (id: string, angleStart: number, angleEnd: number) => ({
    ...stored,
    _id: id,
    pivotId: "p1",
    name: id === "s1" ? "Setor A" : "Setor B",
    angleStart,
    angleEnd,
    soilId: "soil",
  });
  return {
    at: AT,
    farms: [
      {
        ...stored,
        _id: "f1",
        name: "Buriti",
        lat: -17.22,
        lon: -46.87,
        altitude: 688,
        timezone: "America/Sao_Paulo",
        boundary: {
          type: "Polygon",
          coordinates: [
            [
              [-46.88, -17.2],
              [-46.85, -17.2],
              [-46.85, -17.24],
              [-46.88, -17.24],
              [-46.88, -17.2],
            ],
          ],
        },
      },
      { ...stored, _id: "f2", name: "Ondas", lat: -12, lon: -45, altitude: 700, timezone: "America/Bahia" },
    ],
    pivots: [
      {
        ...stored,
        _id: "p1",
        farmId: "f1",
        name: "Pivô 01",
        kind: "pivot",
        lat: -17.21,
        lon: -46.87,
        radiusM: 500,
        angleStart: 0,
        angleEnd: 360,
        flowM3h: 300,
        minPercent: 10,
        maxHoursDay: 21,
        efficiencyPct: 86,
        status: { pivotId: "p1", date: AT, running: true, wet: true, direction: "forward", angleDeg: 90 },
        statusAgeMin: 1,
      },
    ],
    sectors: [
      {
        sector: sector("s1", 0, 180),
        status: "ok",
        sensorStatus: "stress",
        storagePct: 80,
        meanPct: 28.4,
        recommendation: null,
      },
      {
        sector: sector("s2", 180, 360),
        status: "stress",
        sensorStatus: "nodata",
        storagePct: 30,
        meanPct: null,
        recommendation: null,
      },
    ],
    machines: [
      buildMachineDay({
        pivot: { _id: "p1", farmId: "f1", name: "Pivô 01", kind: "pivot" },
        date: "2026-05-14",
        sectors: [
          { ...soil, sectorId: "s1", name: "Setor A", status: "ok", sensorStatus: "stress" },
          { ...soil, sectorId: "s2", name: "Setor B", status: "stress", sensorStatus: "nodata" },
        ],
        plan: undefined,
        permitStop: null,
      }),
    ],
    plans: [],
    devices: [
      { ...device, _id: "d1", name: "Pluviômetro sede", lat: -17.22, lon: -46.86 },
      {
        ...device,
        _id: "d2",
        name: "Estação Ondas",
        kind: "weather",
        state: "offline",
        batteryPct: 12,
        lat: -12.01,
        lon: -45,
      },
      { ...device, _id: "d3", name: "Sonda nova", kind: "soil", lat: null, lon: null, lastSeen: null },
    ],
    rain7d: [{ deviceId: "d1", lat: -17.22, lon: -46.86, mm: 32.4 }],
  };
}
