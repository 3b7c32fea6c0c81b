import type { Thing } from "./shape.ts";

/**
 * Shifts of older Brazilian datums to WGS 84, m (IBGE, R.PR 1/2005): their `.prj` names the datum without them, and
 * positions without a shift are 60 to 270 m beside the field.
 */
const SHIFTS: readonly (readonly [RegExp, string])[] = [
  [/DATUM\["[^"]*(South_American(_Datum)?_1969|SAD[_ ]?(19)?69)[^"]*"/i, "-67.35,3.88,-38.22,0,0,0,0"],
  [/DATUM\["[^"]*C.{1,2}rrego_Alegre[^"]*"/i, "-206.05,168.28,-3.82,0,0,0,0"],
];

/** The features of the shapefile `name`, in the coordinates that its `.prj` names, as degrees. */
export async function readShapefile(name: string, files: ReadonlyMap<string, Uint8Array>): Promise<Thing[]> {
  const beside = new Map([...files].map(([path, content]) => [path.toLowerCase(), content]));
  const part = (ending: string) => beside.get(`${name.slice(0, -4)}.${ending}`.toLowerCase());
  const { default: read } = await import("shpjs");
  const [shp, dbf, cpg, prj] = [part("shp"), part("dbf"), part("cpg"), part("prj")];
  if (!shp) return [];
  const { features } = await read({
    shp: view(shp),
    ...(dbf && { dbf: view(dbf) }),
    // Programs in Brazil that name no encoding write in that of Windows.
    cpg: encodingOf(cpg && written(cpg)),
    ...(prj && { prj: shifted(written(prj)) }),
  });
  return features;
}

/** The encoding that a `.cpg` names, in the many spellings of programs; those of DOS are read as Windows'. */
export function encodingOf(named: string | undefined): string {
  const word =
    named
      ?.trim()
      .toLowerCase()
      .replace(/[\s_-]/g, "") ?? "";
  if (/^(utf8|65001|cp65001)$/.test(word)) return "utf-8";
  if (/^(iso8859|8859)0?1$|^88591|^latin1$|^iso88591$/.test(word)) return "iso-8859-1";
  return "windows-1252";
}

/** A copy, because the readers count from the beginning of its memory. */
const view = (bytes: Uint8Array) => new DataView(bytes.slice().buffer);
const written = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function shifted(prj: string): string {
  const found = SHIFTS.find(([datum]) => datum.test(prj));
  if (!found || prj.includes("TOWGS84")) return prj;
  return prj.replace(/(SPHEROID\[[^\]]*\])/i, `$1,TOWGS84[${found[1]}]`);
}
