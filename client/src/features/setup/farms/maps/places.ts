import type { Polygon } from "@lamina/shared/records/farm";
import { isCrossing, isInBrazil, type Position, roughKm } from "@lamina/shared/rules/outline";
import { type Circle, fitCircle } from "../../../../ui/map-file/fit-circle.ts";
import type { Shape } from "../../../../ui/map-file/shape.ts";
import { thinned } from "../../../../ui/map-file/thin-line.ts";
import { plainText } from "../../../../ui/plain-text.ts";
import type { RecordOf, RelatedRecords } from "../../records/data/screen-config.ts";
import { text } from "./text.ts";

/** What a shape of a map becomes. */
export type Role = "farm" | "pivot" | "sector" | "line" | "none";

/** A shape of a map file as a record of a farm. */
export interface Place {
  /** Its number in the file, from 1. */
  line: number;
  name: string;
  role: Role;
  roles: readonly Role[];
  shape: Shape;
  circle?: Circle | undefined;
  /** The stored record that it changes. */
  record?: { _id: string; name: string } | undefined;
  /** The machine of a sector: a stored one, or the name of one in the file. */
  machine?: { _id?: string; name: string } | undefined;
  warnings: readonly string[];
  /** Why it cannot be imported in this role. */
  fault?: string | undefined;
}

/** What a person chose for the shapes of a file, by their numbers. */
export type Choices = ReadonlyMap<number, { name?: string; role?: Role }>;

interface Ground {
  lists: RelatedRecords;
  /** The farm of the map; undefined for a new one. */
  farm: RecordOf<"farm"> | undefined;
}

const MAX_CORNERS = 2_000;
const MAX_LINE_POINTS = 500;
/** Farther machines belong to another farm, km. */
const FAR_KM = 30;
/** A stored machine this near to a circle is the same one, m. */
const SAME_M = 50;
/** A drawn circle this far from its fit is worth a look, share of the radius. */
const LOOSE = 0.015;

/** The shapes of a file as records: their kind, the stored record that each one is, and their faults. */
export function placesOf(shapes: readonly Shape[], choices: Choices, ground: Ground): Place[] {
  const drafts = shapes.map((shape, index) => draftOf(shape, index + 1));
  const largest = largestField(drafts, ground.lists);
  const circles = drafts.filter(({ circle, shape }) => circle && shape.properties.lamina !== "sector");
  const places = drafts.map((draft): Place => {
    const { line, circle, shape } = draft;
    const isPart = circle !== undefined && partOf(circle, circles, ground.lists) !== undefined;
    const suggested = suggestedRole(shape, circle, { isPart, isLargest: draft === largest });
    const { name = draft.name, role = suggested } = choices.get(line) ?? {};
    return { ...draft, name, role, roles: rolesOf(shape, circle), warnings: [] };
  });
  return places.map((place) => {
    const matched = { ...place, ...matchOf(place, places, ground) };
    return { ...matched, warnings: warningsOf(matched, ground), fault: faultOf(matched, places) };
  });
}

type Draft = Pick<Place, "line" | "name" | "shape" | "circle">;

function draftOf(shape: Shape, line: number): Draft {
  const fitted = shape.kind === "area" && shape.rings.length === 1 ? fitCircle(shape.rings[0] ?? []) : undefined;
  const circle = shape.kind === "point" ? pointCircle(shape) : fitted && ownCircle(shape, fitted);
  return { line, name: shape.name, shape, circle };
}

const RADIUS = /\b(?:raio|radius|r)\s*[:=]?\s*(?:de\s*)?(\d{2,4}(?:[.,]\d+)?)\s*m?\b/i;
/** Radii of pivots, m. */
const [MIN_RADIUS_M, MAX_RADIUS_M] = [30, 1_500];

/** The circle of a point that names a radius in a field, in its name or in its description. */
function pointCircle({ name, properties, rings }: Shape): Circle | undefined {
  const [[lon = 0, lat = 0] = []] = rings[0] ?? [];
  const field = Object.entries(properties).find(([key]) => /^(raio|radius)(_?m)?$/i.test(key))?.[1];
  const words = [name, properties.description].filter((one) => typeof one === "string").join(" ");
  const radiusM = Number(String(field ?? RADIUS.exec(words)?.[1] ?? "").replace(",", "."));
  return radiusM >= MIN_RADIUS_M && radiusM <= MAX_RADIUS_M
    ? { lat, lon, radiusM, angleStart: 0, angleEnd: 360, errorM: 0 }
    : undefined;
}

/** Angles and radius of our own export, unless the drawing was changed since. */
function ownCircle({ properties }: Shape, fitted: Circle): Circle {
  const number = (field: string) => Number(properties[field] ?? Number.NaN);
  const [lat, lon, radiusM] = [number("lat"), number("lon"), number("radiusM")];
  const own = { lat, lon, radiusM, angleStart: number("angleStart"), angleEnd: number("angleEnd") };
  const turned = (one: number, other: number) => Math.abs(((one - other + 540) % 360) - 180);
  const isSame =
    1_000 * roughKm([lon, lat], [fitted.lon, fitted.lat]) < 2 &&
    Math.abs(radiusM - fitted.radiusM) < 2 &&
    turned(own.angleStart, fitted.angleStart) < 1 &&
    turned(own.angleEnd, fitted.angleEnd) < 1;
  // A whole circle may be written by any two equal angles.
  const isWhole = fitted.angleStart === 0 && fitted.angleEnd === 360 && turned(own.angleStart, own.angleEnd) < 1;
  const isNear =
    isWhole && Math.abs(radiusM - fitted.radiusM) < 2 && 1_000 * roughKm([lon, lat], [fitted.lon, fitted.lat]) < 2;
  return isSame || isNear ? { ...own, errorM: 0 } : fitted;
}

function rolesOf({ kind }: Shape, circle: Circle | undefined): readonly Role[] {
  if (kind === "line") return ["line", "none"];
  if (kind === "point") return circle ? ["pivot", "none"] : ["none"];
  return circle ? ["pivot", "sector", "farm", "none"] : ["farm", "none"];
}

function suggestedRole(
  { kind, properties }: Shape,
  circle: Circle | undefined,
  { isPart, isLargest }: { isPart: boolean; isLargest: boolean },
): Role {
  const own = properties.lamina;
  if (own === "farm" || own === "pivot" || own === "sector" || own === "line") return own;
  if (kind === "line") return "line";
  if (circle) return isPart ? "sector" : "pivot";
  return kind === "area" && isLargest ? "farm" : "none";
}

/** The area that is likely the farm: one with its name, else the largest that is no circle. */
function largestField(drafts: readonly Draft[], lists: RelatedRecords): Draft | undefined {
  const fields = drafts.filter(({ shape, circle }) => shape.kind === "area" && !circle);
  const named = fields.find(({ name }) => lists.of("farm").some((farm) => isSameName(farm.name, name)));
  const sizeOf = ({ shape }: Draft) => {
    const [xs, ys] = [0, 1].map((axis) => (shape.rings[0] ?? []).map((point) => point[axis] ?? 0));
    const span = (all: readonly number[] = []) => Math.max(...all) - Math.min(...all);
    return span(xs) * span(ys);
  };
  return named ?? [...fields].sort((one, other) => sizeOf(other) - sizeOf(one))[0];
}

/** The whole machine around the same centre as a part. */
function partOf(circle: Circle, others: readonly Draft[], lists: RelatedRecords) {
  const swept = ({ angleStart, angleEnd }: Pick<Circle, "angleStart" | "angleEnd">) =>
    (angleEnd - angleStart + 360) % 360 || 360;
  const isAround = (one: Pick<Circle, "lat" | "lon" | "radiusM" | "angleStart" | "angleEnd">) =>
    1_000 * roughKm([one.lon, one.lat], [circle.lon, circle.lat]) < SAME_M &&
    Math.abs(one.radiusM - circle.radiusM) < 0.08 * circle.radiusM;
  const inFile = others.find((one) => one.circle && swept(one.circle) > swept(circle) + 1 && isAround(one.circle));
  if (inFile) return { name: inFile.name };
  const stored = lists.of("pivot").find((pivot) => swept(pivot) > swept(circle) + 1 && isAround(pivot));
  return stored && { _id: stored._id, name: stored.name };
}

const isSameName = (one: string, other: string) => plainText(one).trim() === plainText(other).trim();

/** The stored record that a place is, by its id, its name or its ground. */
function matchOf(
  { role, name, circle, shape }: Place,
  places: readonly Place[],
  { lists, farm }: Ground,
): Partial<Place> {
  const { _id: id, pivotId } = shape.properties;
  if (role === "farm")
    return { record: lists.find("farm", id) ?? lists.of("farm").find((one) => isSameName(one.name, name)) ?? farm };
  if (role === "pivot" && circle) {
    const own = lists.of("pivot").filter(({ farmId }) => farmId === farm?._id);
    const near = own.find(({ lat, lon }) => 1_000 * roughKm([lon, lat], [circle.lon, circle.lat]) < SAME_M);
    return { record: lists.find("pivot", id) ?? own.find((one) => isSameName(one.name, name)) ?? near };
  }
  if (role !== "sector" || !circle) return {};
  const stored = lists.find("pivotSector", id);
  const machines = places.filter((place) => place.role === "pivot");
  const machine = lists.find("pivot", stored?.pivotId ?? pivotId) ?? partOf(circle, machines, lists);
  const sectors = lists.of("pivotSector").filter((one) => machine && "_id" in machine && one.pivotId === machine._id);
  return { machine, record: stored ?? sectors.find((one) => isSameName(one.name, name)) };
}

function warningsOf({ role, name, circle, shape }: Place, { farm }: Ground): string[] {
  if (role === "none") return [];
  const found: string[] = [];
  const points = shape.rings.reduce((sum, ring) => sum + ring.length, 0);
  const { offM } =
    role === "line"
      ? thinned(shape.rings[0] ?? [], MAX_LINE_POINTS)
      : role === "farm"
        ? thinned(shape.rings[0] ?? [], MAX_CORNERS)
        : { offM: 0 };
  if (offM > 0) found.push(text.thinned(points, offM));
  if (name.trim() === "") found.push(text.nameless);
  if (circle && role !== "farm" && circle.errorM > LOOSE * circle.radiusM) found.push(text.loose(circle.errorM));
  const [first] = shape.rings[0] ?? [];
  const km = farm && first ? roughKm(first, [farm.lon, farm.lat]) : 0;
  if (km > FAR_KM) found.push(text.far(km));
  return found;
}

function faultOf({ line, role, name, shape, machine }: Place, places: readonly Place[]): string | undefined {
  if (role === "none") return undefined;
  if (!shape.rings.flat().every(isInBrazil)) return text.outside;
  if (shape.kind === "area" && shape.rings.some(isCrossing)) return text.crossing;
  if (name.trim() === "") return text.needsName;
  if (role === "sector" && !machine) return text.needsMachine;
  const isTwice = places.some(
    (other) => other.line < line && other.role === role && role !== "sector" && isSameName(other.name, name),
  );
  return isTwice ? text.twice : undefined;
}

/** The outline of an area as a farm has it. */
export function boundaryOf({ rings }: Shape): Polygon {
  const ringOf = (ring: readonly Position[]) =>
    thinned(ring, MAX_CORNERS).points.map(([lon = 0, lat = 0]): [number, number] => [lon, lat]);
  return { type: "Polygon", coordinates: rings.slice(0, 10).map(ringOf) };
}

/** The points of a line as a farm has it. */
export const lineOf = ({ rings }: Shape): [number, number][] =>
  thinned(rings[0] ?? [], MAX_LINE_POINTS).points.map(([lon = 0, lat = 0]) => [lon, lat]);
