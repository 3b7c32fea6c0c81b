import { depthAt100 } from "@lamina/agronomy/machine/pivot";
import { hasPanel, type SystemRecord, systemArea, timeAt100 } from "@lamina/agronomy/machine/system";

/** A system from its form or its record. Missing values are undefined. */
type PivotGeometry = { readonly [Field in keyof SystemRecord]?: SystemRecord[Field] | undefined };

/** The API's defaults for a system without these values. Undefined while a required value is missing. */
interface PivotFigures {
  areaHa: number | undefined;
  time100H: number | undefined;
  depth100Mm: number | undefined;
}

/** Area (ha), time (h) and gross depth (mm) of a revolution at 100 %, computed from the given values. */
export function pivotFigures(pivot: PivotGeometry): PivotFigures {
  const { kind = "pivot", radiusM, flowM3h, angleStart = 0, angleEnd = 360 } = pivot;
  const circle = { radiusM: radiusM ?? Number.NaN, angleStart, angleEnd };
  const moves = hasPanel({ kind });
  const areaHa = systemArea(circle);
  const time100H = timeAt100({ ...circle, lastTowerM: pivot.lastTowerM, speed100MH: pivot.speed100MH });
  const depth = depthAt100(flowM3h ?? Number.NaN, pivot.time100H ?? time100H, pivot.areaHa ?? areaHa);
  return { areaHa: finite(areaHa), time100H: finite(moves && time100H), depth100Mm: finite(moves && depth) };
}

const finite = (figure: number | false) => (figure === false || !Number.isFinite(figure) ? undefined : figure);
