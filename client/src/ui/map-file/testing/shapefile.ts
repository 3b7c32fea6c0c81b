import { strToU8, zipSync } from "fflate";

const prjOf = (name: string, datum: string, spheroid: string) =>
  `PROJCS["${name}",GEOGCS["GCS_${datum}",DATUM["D_${datum}",SPHEROID[${spheroid}]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** An outline in UTM 22 S, computed by the series of Krüger, and the same in degrees. */
export const UTM_22S = {
  sirgas: prjOf("SIRGAS_2000_UTM_Zone_22S", "SIRGAS_2000", '"GRS_1980",6378137.0,298.257222101'),
  sad69: prjOf("SAD_1969_UTM_Zone_22S", "South_American_1969", '"GRS_1967_Truncated",6378160.0,298.25'),
  degrees: [
    [-50.1, -15.2],
    [-50.1, -15.19],
    [-50.09, -15.19],
    [-50.09, -15.2],
    [-50.1, -15.2],
  ],
  points: [
    [596669.654, 8319353.848],
    [596674.209, 8320460.029],
    [597748.445, 8320455.583],
    [597743.84, 8319349.399],
    [596669.654, 8319353.848],
  ],
};

interface Drawing {
  prj?: string;
  points: readonly (readonly number[])[];
  name: string;
}

/** A zip with a shapefile of one polygon, as programs write it. */
export function shapefileZip({ prj, points, name }: Drawing): Uint8Array {
  const length = 100 + 8 + 48 + 16 * points.length;
  const shp = new DataView(new ArrayBuffer(length));
  const box = (at: number) => {
    const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
    const corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    for (const [index, value] of corners.entries()) shp.setFloat64(at + 8 * index, value, true);
  };
  shp.setInt32(0, 9994);
  shp.setInt32(24, length / 2);
  shp.setInt32(28, 1000, true);
  shp.setInt32(32, 5, true);
  box(36);
  shp.setInt32(100, 1);
  shp.setInt32(104, (length - 108) / 2);
  shp.setInt32(108, 5, true);
  box(112);
  shp.setInt32(144, 1, true);
  shp.setInt32(148, points.length, true);
  for (const [index, [x = 0, y = 0]] of points.entries()) {
    shp.setFloat64(156 + 16 * index, x, true);
    shp.setFloat64(164 + 16 * index, y, true);
  }
  const dbf = new Uint8Array(32 + 32 + 1 + 1 + 20 + 1).fill(32);
  const head = new DataView(dbf.buffer);
  for (let at = 0; at < 64; at++) dbf[at] = 0;
  head.setUint8(0, 3);
  head.setUint32(4, 1, true);
  head.setUint16(8, 65, true);
  head.setUint16(10, 21, true);
  dbf.set(strToU8("NOME"), 32);
  dbf.set(strToU8("C"), 43);
  head.setUint8(48, 20);
  head.setUint8(64, 13);
  // Latin-1, as programs of Windows write it.
  dbf.set(
    Uint8Array.from(name, (letter) => letter.charCodeAt(0)),
    66,
  );
  return zipSync({
    "PIVOS.SHP": new Uint8Array(shp.buffer),
    "pivos.dbf": dbf,
    ...(prj !== undefined && { "pivos.prj": strToU8(prj) }),
  });
}
