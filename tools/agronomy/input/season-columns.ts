import { WEATHER_COLUMNS } from "./weather-columns.ts";

/** Columns that a season file may have. */
export const INPUT_COLUMNS: readonly string[] = [
  "date",
  "J",
  ...WEATHER_COLUMNS,
  "P",
  "I",
  "fw",
  "ET0",
  "Runoff",
  "CR",
];

/** Columns that this program computes, also when the file already has them. */
export const DERIVED_COLUMNS: readonly string[] = [
  "ET0_fao56",
  "Kcb",
  "Ke",
  "Kc",
  "ETc",
  "De",
  "Zr",
  "TAW",
  "p",
  "RAW",
  "Ks",
  "ETa",
  "DP",
  "Dr",
  "ToSub",
  "Dsub",
];

/** Only with `options.subsoil`. */
export const SUBSOIL_COLUMNS: readonly string[] = ["ToSub", "Dsub"];

const DUAL_ONLY = ["Kcb", "Ke", "De"];
const ALWAYS = ["date", "J", "Rs", "Tmax", "Tmin", "ea", "Tdew", "RHmax", "RHmin", "wind", "P", "I", "fw", "ET0"];

/** The columns of the output: the reference file's, in its order, and the other columns of the input. */
export function outputColumns(
  mode: "single" | "dual",
  presentColumns: readonly string[],
  extra: readonly string[],
): string[] {
  const inputs = INPUT_COLUMNS.filter(
    (name) => ALWAYS.includes(name) || presentColumns.includes(name) || extra.includes(name),
  );
  const isComputed = (name: string) =>
    (mode === "dual" || !DUAL_ONLY.includes(name)) && (!SUBSOIL_COLUMNS.includes(name) || extra.includes(name));
  return [...inputs, ...DERIVED_COLUMNS.filter(isComputed)];
}
