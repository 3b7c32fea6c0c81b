import { type Can, christiansen, distributionUniformity, heermannHein } from "@lamina/agronomy/machine/uniformity";
import { parseNumber } from "../../../ui/parse-number.ts";

/** With fewer a coefficient says nothing; the standards ask for many more. */
const FEWEST_CANS = 3;

/** What was pasted, as cans, and the numbers of the lines that are none. */
interface CanTest {
  cans: Can[];
  wrongLines: number[];
}

/** Reads lines of distance (m) and depth (mm), parted by tab, semicolon or space. A first line of titles is passed over. */
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
  const [radiusM, depthMm, ...rest] = line.split(/\s*[;\t]\s*|\s+/).map(parseNumber);
  if (radiusM === undefined || depthMm === undefined || rest.length > 0) return null;
  return radiusM > 0 && depthMm >= 0 ? { radiusM, depthMm } : null;
}

/** CUC, CUH and CUD in % of a test; null while it has too few cans, or dry ones only. */
export function coefficientsOf({ cans }: CanTest): { cuc: number; cuh: number; cud: number } | null {
  const depths = cans.map(({ depthMm }) => depthMm);
  if (cans.length < FEWEST_CANS || depths.every((depth) => depth === 0)) return null;
  return { cuc: christiansen(depths), cuh: heermannHein(cans), cud: distributionUniformity(depths) };
}
