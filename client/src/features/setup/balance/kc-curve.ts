/** The four stages' lengths in days and the three plateaus of a crop coefficient (FAO-56, chapter 6). */
export interface KcCurve {
  days: readonly [number, number, number, number];
  kc: { ini: number; mid: number; end: number };
}
/** A corner of the curve: days after planting, and Kc then. */
export interface KcPoint {
  day: number;
  kc: number;
}

/** Corners of the curve of FAO-56, figure 34: level, rising, level, falling. */
export function kcCorners({ days, kc }: KcCurve): readonly KcPoint[] {
  const [ini, development, mid, late] = stageEnds(days);
  return [
    { day: 0, kc: kc.ini },
    { day: ini, kc: kc.ini },
    { day: development, kc: kc.mid },
    { day: mid, kc: kc.mid },
    { day: late, kc: kc.end },
  ];
}

/** Days after planting on which each stage ends. */
export function stageEnds([ini, development, mid, late]: KcCurve["days"]): [number, number, number, number] {
  return [ini, ini + development, ini + development + mid, ini + development + mid + late];
}

interface Stage {
  days?: number | undefined;
  kc?: number | undefined;
}

/**
 * The curve that a season follows: with stages of its own, its coefficients are theirs (initial, mid-season, end of the late stage),
 * else the crop's. Undefined while something is missing.
 */
export function curveOf(
  crop: { stages?: readonly Stage[]; kcIni?: number; kcMid?: number; kcEnd?: number },
  own?: readonly Stage[] | null,
): KcCurve | undefined {
  const stages = own && own.length > 0 ? own : crop.stages;
  const days = stages?.map((stage) => stage.days) ?? [];
  const [a, b, c, d] = days;
  if (!isLength(a) || !isLength(b) || !isLength(c) || !isLength(d) || days.length !== 4) return undefined;
  const [ini, mid, end] =
    stages === own ? [own?.[0]?.kc, own?.[2]?.kc, own?.[3]?.kc] : [crop.kcIni, crop.kcMid, crop.kcEnd];
  if (![ini, mid, end].every(Number.isFinite)) return undefined;
  return { days: [a, b, c, d], kc: { ini: Number(ini), mid: Number(mid), end: Number(end) } };
}

function isLength(days: number | undefined): days is number {
  return days !== undefined && days > 0;
}
