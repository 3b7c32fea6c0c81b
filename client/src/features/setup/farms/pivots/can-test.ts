import { type Can, christiansen, distributionUniformity, heermannHein } from "@lamina/agronomy/machine/uniformity";
import { FEWEST_CANS } from "@lamina/shared/records/machine-calibration";
import { parseNumber } from "../../../../ui/parse-number.ts";

/** The cans of the pasted text, and the numbers of the invalid lines. */
interface CanTest {
  cans: Can[];
  wrongLines: number[];
}

/** Reads lines of distance (m) and depth (mm), separated by tab, semicolon or space. Skips a title line. */
export function readCans(pasted: string): CanTest {
  const lines = pasted.split(/\r?\n/).map((line, index) => ({ line: line.trim(), number: index + 1 }));
  const test: CanTest = { cans: [], wrongLines: [] };
  for (const { line, number } of lines.filter(({ line }) => line !== "")) {
    const can = canOf(line);
    if (can) test.cans.push(can);
    else if (number > 1 || /\d/.test(line)) test.wrongLines.push(number);
  }
  return test;
}

function canOf(line: string): Can | null {
  const [radiusM, depthMm, ...rest] = line.split(/\s*[;\t]\s*|\s+/).map((number) => parseNumber(number));
  if (radiusM === undefined || depthMm === undefined || rest.length > 0) return null;
  return radiusM > 0 && depthMm >= 0 ? { radiusM, depthMm } : null;
}

/** CUC, CUH and CUD of a test in %; null for too few or only dry cans. */
export function coefficientsOf({ cans }: CanTest): { cuc: number; cuh: number; cud: number } | null {
  const depths = cans.map(({ depthMm }) => depthMm);
  if (cans.length < FEWEST_CANS || depths.every((depth) => depth === 0)) return null;
  return { cuc: christiansen(depths), cuh: heermannHein(cans), cud: distributionUniformity(depths) };
}
