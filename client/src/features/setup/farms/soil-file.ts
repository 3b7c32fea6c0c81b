import { type TextureClass, textureClass, typicalGrains, waterFromTexture } from "@lamina/agronomy/soil/texture";
import { quantity } from "@lamina/shared/core/record";
import { checkSoil, SoilFields } from "@lamina/shared/records/farm";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import type { ImportField } from "../importing/import-field.ts";
import type { RecordFile } from "../importing/records/record-file.ts";
import { text } from "./text.ts";

const words = text.soil;
const LAYERS = 5;
/** The depth of the estimated layer, cm: most samples are of less, and roots go deeper. */
const ESTIMATED_CM = 100;

const Analysis = {
  clayPct: quantity("%", 0, 1000).optional(),
  siltPct: quantity("%", 0, 1000).optional(),
  sandPct: quantity("%", 0, 1000).optional(),
  organicPct: quantity("%", 0, 1000).optional(),
};
type AnalysisRow = Partial<Record<keyof typeof Analysis, number>>;

const layerFields = Array.from({ length: LAYERS }, (_, index): ImportField[] =>
  (["depth", "fc", "wp", "density"] as const).map((name) => ({
    path: `layers.${index}.${{ depth: "depthCm", fc: "fcPct", wp: "wpPct", density: "bulkDensity" }[name]}`,
    label: `${words.layer(index + 1)}: ${words[name]}`,
    spare: true,
  })),
).flat();

/**
 * Soils as a table, also of a laboratory's analysis: texture and start values of CC and PMP follow from clay, silt and sand
 * where a new soil has no layers.
 */
export const soilFile = (): RecordFile => ({
  kind: "soil",
  identity: ["name"],
  schema: SoilFields.extend(Analysis),
  fields: [
    { path: "name", label: words.name, names: /^(solo|ponto|amostra|talhao|gleba|identificacao|local)$/ },
    { path: "texture", label: words.texture },
    { path: "infiltrationMmH", label: words.infiltration },
    ...layerFields,
    { path: "clayPct", label: words.clay, names: /^(argila|clay)\b/ },
    { path: "siltPct", label: words.silt, names: /^(silte|silt)\b/ },
    { path: "sandPct", label: words.sand, names: /^(areia( total)?|sand)\b/, except: /fina|grossa/ },
    { path: "organicPct", label: words.organic, names: /^(m\.? ?o\.?|mat(eria)?\.? ?org)/ },
  ],
  finish: ({ clayPct, siltPct, sandPct, organicPct, ...row }) => {
    const analysis: AnalysisRow = {
      ...(row.layers === undefined && row._id === undefined && numbersOf({ clayPct, siltPct, sandPct, organicPct })),
    };
    const grains = grainsOf(analysis);
    const name = /^\d+$/.test(String(row.name)) ? words.sample(String(row.name)) : row.name;
    if (!grains) return { ...row, name };
    const { texture, layers } = estimatedSoil(grains);
    return { ...row, name, texture: row.texture ?? texture, layers };
  },
  check: (row) => fieldErrors(checkSoil(row)),
});

function estimatedSoil(grains: Parameters<typeof waterFromTexture>[0]) {
  const { fcPct, wpPct } = waterFromTexture(grains);
  const texture = words.estimated(words.textures[textureClass(grains)]);
  return { texture, layers: [{ depthCm: ESTIMATED_CM, fcPct, wpPct }] };
}

/** A soil of which only the group of textures is known. */
export const soilOfTexture = (texture: TextureClass) => ({
  name: words.ofTexture(words.textures[texture]),
  ...estimatedSoil(typicalGrains[texture]),
});

const numbersOf = (row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => typeof value === "number")) as AnalysisRow;

/** Clay and sand in %, with the third of the three where two are given; laboratories also write g/kg. */
function grainsOf({ clayPct, siltPct, sandPct, organicPct }: AnalysisRow) {
  if (clayPct === undefined || (siltPct ?? sandPct) === undefined) return undefined;
  const isPerKg =
    Math.max(clayPct, siltPct ?? 0, sandPct ?? 0) > 100 || clayPct + (siltPct ?? 0) + (sandPct ?? 0) > 110;
  const whole = isPerKg ? 1000 : 100;
  const sand = sandPct ?? whole - clayPct - (siltPct ?? 0);
  if (sand < 0 || clayPct + sand > 1.03 * whole) return undefined;
  // Organic matter is written in g/dm³ too, about ten times its percentage.
  const organic = organicPct !== undefined && organicPct > 8 ? organicPct / 10 : organicPct;
  return { clayPct: (100 * clayPct) / whole, sandPct: (100 * sand) / whole, organicPct: organic };
}
