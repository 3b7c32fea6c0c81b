/** Grain sizes and organic matter of a soil, % by mass; clay below 2 µm, sand above 50 µm. */
interface Grains {
  clayPct: number;
  sandPct: number;
  /** Organic matter; 2.5 % where it is unknown, the mean of the equations' own data. */
  organicPct?: number | undefined;
}

/** Limits of the data behind the equations of Saxton and Rawls: 60 % clay and 8 % organic matter. */
const MAX_CLAY = 0.6;
const MAX_ORGANIC = 8;
const USUAL_ORGANIC = 2.5;

/**
 * Water at field capacity (33 kPa) and wilting point (1500 kPa), % by volume, from texture and organic matter: Saxton and
 * Rawls (2006), Soil Sci. Soc. Am. J. 70, equations 1 and 2. A start value: a retention curve of the field replaces it.
 */
export function waterFromTexture({ clayPct, sandPct, organicPct = USUAL_ORGANIC }: Grains): {
  fcPct: number;
  wpPct: number;
} {
  const [s, c, om] = [sandPct / 100, Math.min(clayPct / 100, MAX_CLAY), Math.min(organicPct, MAX_ORGANIC)];
  const dry = -0.024 * s + 0.487 * c + 0.006 * om + 0.005 * s * om - 0.013 * c * om + 0.068 * s * c + 0.031;
  const wet = -0.251 * s + 0.195 * c + 0.011 * om + 0.006 * s * om - 0.027 * c * om + 0.452 * s * c + 0.299;
  const percent = (value: number) => Math.round(1000 * value) / 10;
  return { fcPct: percent(wet + 1.283 * wet ** 2 - 0.374 * wet - 0.015), wpPct: percent(dry + 0.14 * dry - 0.02) };
}

export type TextureClass = "sandy" | "medium" | "clayey" | "very-clayey" | "silty";

/** Grains in the middle of each group of textures, for a soil without an analysis. */
export const typicalGrains: Readonly<Record<TextureClass, Grains>> = {
  sandy: { clayPct: 8, sandPct: 86 },
  medium: { clayPct: 22, sandPct: 62 },
  clayey: { clayPct: 48, sandPct: 34 },
  "very-clayey": { clayPct: 68, sandPct: 18 },
  silty: { clayPct: 18, sandPct: 8 },
};

/** The group of textures of the Brazilian system (SiBCS, Embrapa 2018). */
export function textureClass({ clayPct, sandPct }: Grains): TextureClass {
  if (sandPct - clayPct > 70) return "sandy";
  if (clayPct > 60) return "very-clayey";
  if (clayPct >= 35) return "clayey";
  return sandPct < 15 ? "silty" : "medium";
}
