import type { MapHistory, MapView } from "@lamina/shared/views/irrigameter";

/** The map as it was on a day: status, applied water and rain of the day, without machines, advice and plans. */
export function mapOnDay(map: MapView, history: MapHistory, day: string): MapView {
  const index = history.days.indexOf(day);
  const sectors = new Map(history.sectors.map((one) => [one.sectorId, one]));
  const rain = new Map(history.rain.map(({ deviceId, mm }) => [deviceId, mm[index] ?? null]));
  return {
    ...map,
    pivots: map.pivots.map((pivot) => ({ ...pivot, status: null })),
    sectors: map.sectors.map((one) => ({
      ...one,
      status: sectors.get(one.sector._id)?.status[index] ?? "nodata",
      sensorStatus: "nodata",
      storagePct: null,
      meanPct: null,
      recommendation: null,
    })),
    plans: [],
    rain7d: map.rain7d.map((gauge) => ({ ...gauge, mm: rain.get(gauge.deviceId) ?? null })),
  };
}

/** The water of a day by sector, mm; only of sectors that were irrigated. */
export function appliedOn(history: MapHistory, day: string): ReadonlyMap<string, number> {
  const index = history.days.indexOf(day);
  return new Map(
    history.sectors.flatMap(({ sectorId, appliedMm }): [string, number][] => {
      const mm = appliedMm[index];
      return mm ? [[sectorId, mm]] : [];
    }),
  );
}
