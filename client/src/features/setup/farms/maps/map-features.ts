import { sectorArea } from "@lamina/agronomy/machine/system";
import { isRun, type MachineDay } from "@lamina/shared/views/machine-day";
import { wedge } from "../../../../ui/map/geometry.ts";
import type { MapFeature } from "../../../../ui/map-file/write-map.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";

type Angles = Pick<RecordOf<"pivot">, "angleStart" | "angleEnd">;

/**
 * Farms, machines, sectors with their soils, and the decisions of today as features. Their properties have the exact values
 * of the records, so that an import of the file changes nothing.
 */
export function mapFeatures(lists: RelatedRecords, days: readonly MachineDay[] = []): MapFeature[] {
  const farms = lists.of("farm").flatMap(({ _id, name, boundary, lines, city, state }): MapFeature[] => [
    ...(boundary
      ? [{ name, kind: "area" as const, rings: boundary.coordinates, properties: { lamina: "farm", _id, city, state } }]
      : []),
    ...(lines ?? []).map((line) => ({
      name: line.name,
      kind: "line" as const,
      rings: [line.points],
      properties: { lamina: "line", kind: line.kind, farm: name },
    })),
  ]);
  const pivots = lists.of("pivot").map(
    (pivot): MapFeature => ({
      name: pivot.name,
      kind: "area",
      rings: [ringOf(pivot, pivot)],
      properties: {
        ...{ lamina: "pivot", _id: pivot._id, farm: lists.find("farm", pivot.farmId)?.name },
        ...groundOf(pivot, pivot),
        ...{ flowM3h: pivot.flowM3h, efficiencyPct: pivot.efficiencyPct, areaHa: pivot.areaHa },
        ...decisionOf(days.find(({ pivotId }) => pivotId === pivot._id)),
      },
    }),
  );
  const sectors = lists.of("pivotSector").flatMap((sector): MapFeature[] => {
    const pivot = lists.find("pivot", sector.pivotId);
    if (!pivot) return [];
    const soil = lists.find("soil", sector.soilId);
    const [layer] = soil?.layers ?? [];
    const day = days.find(({ pivotId }) => pivotId === pivot._id);
    const state = day?.sectors.find(({ sectorId }) => sectorId === sector._id);
    return [
      {
        name: sector.name,
        kind: "area",
        rings: [ringOf(pivot, sector)],
        properties: {
          ...{ lamina: "sector", _id: sector._id, pivotId: pivot._id, pivot: pivot.name },
          ...groundOf(pivot, sector),
          areaHa: Number(sectorArea(sector, pivot).toFixed(2)),
          ...{ soil: soil?.name, texture: soil?.texture, fcPct: layer?.fcPct, wpPct: layer?.wpPct },
          ...{ status: state?.status, drMm: state?.drMm, rawMm: state?.rawMm, tawMm: state?.tawMm },
          ...(state && decisionOf({ date: day?.date ?? "", decision: state.decision })),
        },
      },
    ];
  });
  return [...farms, ...pivots, ...sectors];
}

const groundOf = ({ lat, lon, radiusM }: RecordOf<"pivot">, { angleStart, angleEnd }: Angles) => ({
  lat,
  lon,
  radiusM,
  angleStart,
  angleEnd,
});

function ringOf({ lat, lon, radiusM }: RecordOf<"pivot">, { angleStart, angleEnd }: Angles): [number, number][] {
  const points = wedge([lat, lon], radiusM, angleStart, angleEnd).map(([y, x]): [number, number] => [
    Number(x.toFixed(7)),
    Number(y.toFixed(7)),
  ]);
  return [...points, ...points.slice(0, 1)];
}

/** The decision of the day in the words of the API, with its depth and setting. */
function decisionOf(day: Pick<MachineDay, "date" | "decision"> | undefined) {
  if (!day) return {};
  const { date, decision } = day;
  if (!isRun(decision)) return { date, decision: decision.kind, until: "until" in decision ? decision.until : null };
  const { grossMm, percent, hours } = decision.run;
  return { date, decision: decision.kind, grossMm, percent, hours, startAt: decision.startAt, endAt: decision.endAt };
}
