import { decodeText } from "../import/decode-text.ts";
import { fileKind } from "../import/file-kind.ts";
import { type ZipFault, zipFault } from "../import/zip-guard.ts";
import { projected, projectedGeometry, projectionNamed, utm } from "./projection.ts";
import { isInMetres, type Properties, type Shape, shapesOf, type Thing } from "./shape.ts";
import { readShapefile } from "./shapefile.ts";

/** A file that is no map, or one that must not be opened. */
export class UnreadableMap extends Error {
  readonly reason:
    | ZipFault
    | "too-large"
    | "no-map"
    | "drawing"
    | "metres"
    | "unknown-crs"
    | "no-shapes"
    | "many-shapes";

  constructor(reason: UnreadableMap["reason"]) {
    super(`not a map: ${reason}`);
    this.reason = reason;
  }
}

const MAX_BYTES = 30_000_000;
/** Larger lists are layers of a state, not of a farm. */
const MAX_SHAPES = 3_000;
const ZIP = [0x50, 0x4b];
/** Begins each feature in files of RFC 8142. */
const RECORD_START = String.fromCharCode(30);

/**
 * Reads KML, KMZ, GPX, GeoJSON, Esri JSON or a zip with shapefiles. Their readers are loaded on first use.
 * @param zone of UTM, south, of a file in metres that does not name it
 * @throws UnreadableMap
 */
export async function openMap(file: ArrayBuffer, zone?: number): Promise<Shape[]> {
  if (file.byteLength > MAX_BYTES) throw new UnreadableMap("too-large");
  const bytes = new Uint8Array(file);
  const things = ZIP.every((byte, index) => bytes[index] === byte) ? await openZip(bytes) : await openText(file);
  const shapes = attempt(() =>
    things.flatMap(({ geometry, properties }) => shapesOf(geometry, nameIn(properties ?? {}), properties ?? {})),
  );
  if (shapes.length === 0) throw new UnreadableMap("no-shapes");
  if (shapes.length > MAX_SHAPES) throw new UnreadableMap("many-shapes");
  if (!isInMetres(shapes)) return shapes;
  if (zone === undefined) throw new UnreadableMap("metres");
  const placed = projected(shapes, utm(zone, "S"));
  if (isInMetres(placed)) throw new UnreadableMap("metres");
  return placed;
}

async function openZip(bytes: Uint8Array): Promise<Thing[]> {
  const fault = zipFault(bytes);
  if (fault) throw new UnreadableMap(fault);
  const { unzipSync } = await import("fflate");
  const wanted = /\.(kml|geojson|json|shp|dbf|prj|cpg)$/i;
  const files = Object.entries(
    attempt(() => unzipSync(bytes, { filter: ({ name }) => wanted.test(name) && !name.includes("__MACOSX") })),
  );
  if (files.length === 0) throw new UnreadableMap("no-map");
  const found: Thing[] = [];
  for (const [name, content] of files) {
    if (/\.shp$/i.test(name)) found.push(...(await readShapefile(name, new Map(files)).catch(broken)));
    if (/\.(kml|geojson|json)$/i.test(name))
      found.push(...(await openText(content.buffer.slice(content.byteOffset, content.byteOffset + content.length))));
  }
  return found;
}

async function openText(file: ArrayBuffer | SharedArrayBuffer): Promise<Thing[]> {
  const bytes = new Uint8Array(file);
  const kind = fileKind(bytes);
  if (kind === "drawing") throw new UnreadableMap("drawing");
  if (kind !== "map" && kind !== "json") throw new UnreadableMap(kind === "empty" ? "no-shapes" : "no-map");
  const text = decodeText(bytes.slice().buffer)
    .replace(/^\uFEFF/, "")
    .trim();
  return text.startsWith("<") ? readKml(text) : attempt(() => thingsIn(parsed(text)));
}

/** JSON, or a feature a line (RFC 8142). */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text
      .replaceAll(RECORD_START, "")
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== "");
    return attempt(() => lines.map((line) => JSON.parse(line) as unknown));
  }
}

async function readKml(text: string): Promise<Thing[]> {
  // Entities can grow without limit, and no program writes maps with them.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableMap("bomb");
  const { kml, gpx } = await import("@tmcw/togeojson");
  const document = new DOMParser().parseFromString(declared(text), "text/xml");
  if (document.getElementsByTagName("parsererror").length > 0) throw new UnreadableMap("broken");
  return thingsIn(/<gpx\b/i.test(text) ? gpx(document) : kml(document, { skipNullGeometry: true }));
}

/** Names the vocabularies that a file uses without naming them, because programs leave them out. */
function declared(text: string): string {
  const missing = ["gx", "atom", "xsi", "kml"].filter(
    (prefix) => new RegExp(`[<\\s]${prefix}:`).test(text) && !text.includes(`xmlns:${prefix}=`),
  );
  return text.replace(/<kml\b/i, (root) => `${root}${missing.map((one) => ` xmlns:${one}="urn:${one}"`).join("")}`);
}

/** The features of any GeoJSON or Esri JSON value, in degrees where it names its coordinates. */
function thingsIn(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (typeof value !== "object" || value === null) return [];
  const { type, features, crs, spatialReference } = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(features)) {
    const named = crs ?? spatialReference;
    if (named == null) return features.flatMap(thingsIn);
    const projection = projectionNamed(JSON.stringify(named));
    if (!projection) throw new UnreadableMap("unknown-crs");
    return features
      .flatMap(thingsIn)
      .map((thing) => ({ ...thing, geometry: projectedGeometry(thing.geometry, projection) }));
  }
  if (type === "Feature") return [value];
  const { attributes, geometry } = value as {
    attributes?: Properties;
    geometry?: { rings?: unknown; paths?: unknown };
  };
  if (!attributes) return [{ geometry: value }];
  const coordinates = geometry?.rings ?? geometry?.paths;
  return [{ properties: attributes, geometry: { type: geometry?.rings ? "Polygon" : "MultiLineString", coordinates } }];
}

const NAMED = [/^(name|nome)$/i, /^(nm|nome|name|talh|piv|setor|fazenda|gleba|ident|label|field|id_?talh)/i];

/** The name among the properties of a feature, which every program calls another way. */
function nameIn(properties: Properties): string {
  for (const pattern of NAMED)
    for (const [key, value] of Object.entries(properties))
      if (pattern.test(key) && (typeof value === "string" || typeof value === "number") && String(value).trim() !== "")
        return String(value).replace(/\s+/g, " ").trim().slice(0, 120);
  return "";
}

function broken(): never {
  throw new UnreadableMap("broken");
}

function attempt<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // Anything else is of the file, such as lists that are nested deeper than any map.
    if (error instanceof UnreadableMap) throw error;
    return broken();
  }
}
