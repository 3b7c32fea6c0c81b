import { type TextureClass, textureClass, typicalGrains, waterFromTexture } from "@lamina/agronomy/soil/texture";
import { quantity } from "@lamina/shared/core/record";
import { checkSoil, SoilFields } from "@lamina/shared/records/farm";
import { unusualSoil } from "@lamina/shared/records/unusual";
import { fieldErrors } from "@lamina/shared/rules/rule-text";
import * as z from "zod";
import { groupBy } from "../../../platform/group-by.ts";
import { plainText } from "../../../ui/plain-text.ts";
import type { ImportField } from "../importing/import-field.ts";
import type { GoodRow } from "../importing/import-rows.ts";
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
/** Of a sample, such as `20-40`. */
const sampleDepth = z.string().max(30).optional();
type AnalysisRow = Partial<Record<keyof typeof Analysis, number>>;

/** What physical analyses measure of a sample. */
const MEASURED = {
  fc: /^(cc|capacidade de campo|umid\w* na cc)\b/,
  wp: /^(pmp|ponto de murcha)\b/,
  density: /^(ds|dens\w*\.?( do solo| aparente)?)\b/,
};
/** A depth at the end of a name: `Gleba 1 - 0 a 20 cm`. */
const NAME_AND_DEPTH = /^(.+?)[\s,(–-]+(\d{1,3}\s*(?:a|-|–)\s*\d{1,3})\s*(?:cm)?\)?$/;

const layerFields = Array.from({ length: LAYERS }, (_, index): ImportField[] =>
  (["depth", "fc", "wp", "density"] as const).map((name) => ({
    path: `layers.${index}.${{ depth: "depthCm", fc: "fcPct", wp: "wpPct", density: "bulkDensity" }[name]}`,
    label: `${words.layer(index + 1)}: ${words[name]}`,
    spare: true,
    // A sample has one layer.
    ...(index === 0 && name !== "depth" && { names: MEASURED[name] }),
  })),
).flat();

/**
 * Soils as a table, also of a laboratory's analysis: texture and start values of CC and PMP follow from clay, silt and sand
 * where a new soil has no layers.
 */
export const soilFile = (): RecordFile => ({
  kind: "soil",
  identity: ["name"],
  schema: SoilFields.extend({ ...Analysis, sampleDepth }),
  fields: [
    {
      path: "name",
      label: words.name,
      names: /^(solo|ponto|amostra|talhao|gleba|identificacao|local|ref\.?|referencia)$/,
    },
    { path: "texture", label: words.texture, names: /^(classe textural|textura|classe de textura)/ },
    { path: "sampleDepth", label: words.sampleDepth, names: /^(prof|camada|horizonte)/, spare: true },
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
    const hasLayers = row.layers !== undefined || row._id !== undefined;
    const grains = grainsOf(analysis) ?? (hasLayers ? undefined : grainsOfClass(row.texture));
    const { name: written, sampleDepth: depth } = namedSample(row);
    const name = /^\d+$/.test(String(written)) ? words.sample(String(written)) : written;
    const named = { ...row, name, ...(depth !== undefined && { sampleDepth: depth }) };
    if (!grains) return withDepth(named);
    const { texture, layers } = estimatedSoil(grains);
    return { ...named, texture: row.texture ?? texture, layers };
  },
  merge: mergedSamples,
  check: (row) => fieldErrors(checkSoil(row)),
  unusual: (row) => fieldErrors(unusualSoil(row)),
});

function namedSample({ name, sampleDepth: depth, _id }: Readonly<Record<string, unknown>>) {
  const [, own, bottom] = (depth === undefined && _id === undefined && NAME_AND_DEPTH.exec(String(name ?? ""))) || [];
  return own === undefined ? { name, sampleDepth: depth } : { name: own.trim(), sampleDepth: bottom };
}

/** The measured layer of a sample ends where the sample does. */
function withDepth(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const [layer, ...others] = z.array(z.looseObject({})).catch([]).parse(row.layers);
  if (!layer || others.length > 0 || layer.depthCm !== undefined) return row;
  return { ...row, layers: [{ ...layer, depthCm: bottomCm(row.sampleDepth) ?? ESTIMATED_CM }] };
}

/** The lower end of `0-20`, `20 a 40 cm` or `0,20-0,40 m`, cm; undefined for other words. */
function bottomCm(written: unknown): number | undefined {
  const numbers = String(written ?? "")
    .match(/\d+(?:[.,]\d+)?/g)
    ?.map((one) => Number(one.replace(",", ".")));
  const [last] = numbers?.slice(-1) ?? [];
  if (last === undefined || last <= 0) return undefined;
  return Math.round(last <= 3 ? 100 * last : last);
}

/** Samples of one point at several depths as the layers of one soil; one without other depths keeps its own layer. */
function mergedSamples(rows: readonly GoodRow[]): GoodRow[] {
  return [...groupBy(rows, ({ fields }) => String(fields._id ?? fields.name)).values()].flatMap((group) => {
    const samples = group.map(({ line, fields: { sampleDepth: written, ...fields } }) => ({
      line,
      fields,
      bottom: bottomCm(written),
    }));
    const [first] = samples;
    const isOne = first && samples.length > 1 && samples.every(({ bottom, fields }) => bottom && "layers" in fields);
    if (!isOne) return samples.map(({ line, fields }) => ({ line, fields }));
    const sorted = [...samples].sort((one, other) => (one.bottom ?? 0) - (other.bottom ?? 0));
    const layers = sorted.flatMap(({ fields, bottom }) => {
      const [layer] = z.array(z.looseObject({})).catch([]).parse(fields.layers);
      return layer ? [{ ...layer, depthCm: bottom }] : [];
    });
    return [{ line: first.line, fields: { ...(sorted[0]?.fields ?? first.fields), layers } }];
  });
}

/**
 * Clay and sand of the middle of each class, %: the groups of SiBCS (Embrapa 2018), then the classes of the triangle. Longer
 * names first.
 */
const CLASSES: readonly (readonly [name: RegExp, clayPct: number, sandPct: number])[] = [
  [/muito argilos/, 70, 15],
  [/franco[- ]argilo[- ]arenos/, 28, 60],
  [/franco[- ]argilo[- ]siltos/, 34, 10],
  [/franco[- ]argilos/, 34, 32],
  [/franco[- ]arenos/, 12, 65],
  [/franco[- ]siltos/, 15, 20],
  [/argilo[- ]arenos/, 42, 52],
  [/argilo[- ]siltos/, 47, 6],
  [/areia[- ]franca/, 8, 82],
  [/arenos|^areia/, 8, 84],
  [/argilos|^argila/, 48, 32],
  [/siltos|^silte/, 15, 8],
  [/^franca/, 20, 40],
  [/medi/, 25, 55],
];

function grainsOfClass(texture: unknown) {
  const name = plainText(String(texture ?? ""));
  const found = name === "" ? undefined : CLASSES.find(([pattern]) => pattern.test(name));
  return found && { clayPct: found[1], sandPct: found[2], organicPct: undefined };
}

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
