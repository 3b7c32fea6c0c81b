import { Select, TextInput } from "../../../../ui/controls/input.tsx";
import { ScrollRegion } from "../../../../ui/layout/scroll-region.tsx";
import { Table } from "../../../../ui/layout/table.tsx";
import type { LatLon } from "../../../../ui/map/geometry.ts";
import { outlineAreaHa, wedge } from "../../../../ui/map/geometry.ts";
import type { GoodRow } from "../../importing/import-rows.ts";
import { LandMap } from "../land-map.tsx";
import type { Place, Role } from "./places.ts";
import { text } from "./text.ts";

interface MapPlacesProps {
  places: readonly Place[];
  rows: Readonly<Record<"farm" | "pivot" | "pivotSector", readonly GoodRow[]>>;
  choose: (line: number, choice: { name?: string; role?: Role }) => void;
  /** The map is fitted to the places when it changes. */
  fitKey: string;
}

/** The shapes of a map file, drawn and as a list to choose from. */
export function MapPlaces({ places, rows, choose, fitKey }: MapPlacesProps) {
  const changing = new Set(Object.values(rows).flatMap((all) => all.map(({ line }) => line)));
  const effectOf = ({ role, record, fault, warnings, line }: Place) => {
    if (role === "none") return "";
    const effect = !record ? text.isNew : changing.has(line) ? text.isChanged(record.name) : text.isSame(record.name);
    return [fault ?? effect, ...warnings].join(" ");
  };
  return (
    <>
      <LandMap
        label={text.map}
        areas={places.map((place) => ({
          key: String(place.line),
          points: drawnOf(place),
          tone: place.role === "none" || place.fault ? "other" : "edited",
          ...(place.shape.kind === "line" && { isLine: true }),
        }))}
        handles={[]}
        fit={places.flatMap(({ shape }) => (shape.rings[0] ?? []).map(([lon = 0, lat = 0]): LatLon => [lat, lon]))}
        fitKey={fitKey}
      />
      <ScrollRegion label={text.list}>
        <Table
          caption={text.list}
          rows={places}
          rowKey={({ line }) => String(line)}
          columns={[
            {
              key: "name",
              header: text.name,
              cell: ({ line, name }) => (
                <TextInput
                  aria-label={text.nameOf(line)}
                  value={name}
                  maxLength={120}
                  onChange={({ target }) => choose(line, { name: target.value })}
                />
              ),
            },
            {
              key: "role",
              header: text.role,
              cell: ({ line, role, roles }) => (
                <Select
                  aria-label={text.roleOf(line)}
                  value={role}
                  onChange={({ target }) => choose(line, { role: roles.find((one) => one === target.value) ?? "none" })}
                >
                  {roles.map((one) => (
                    <option key={one} value={one}>
                      {text.roles[one]}
                    </option>
                  ))}
                </Select>
              ),
            },
            { key: "what", header: text.what, cell: measuresOf },
            { key: "effect", header: text.effect, cell: effectOf },
          ]}
        />
      </ScrollRegion>
    </>
  );
}

/** A circle as it was fitted, others as they are in the file. */
function drawnOf({ shape, circle, role }: Place): LatLon[] {
  if (circle && role !== "farm" && role !== "none")
    return wedge([circle.lat, circle.lon], circle.radiusM, circle.angleStart, circle.angleEnd);
  return (shape.rings[0] ?? []).map(([lon = 0, lat = 0]): LatLon => [lat, lon]);
}

function measuresOf({ shape, circle, role }: Place): string {
  const ring = (shape.rings[0] ?? []).map(([lon = 0, lat = 0]): LatLon => [lat, lon]);
  if (shape.kind === "point") return text.point;
  if (shape.kind === "line") return text.points(ring.length);
  const area = text.area(outlineAreaHa(ring));
  return circle && role !== "farm"
    ? `${text.circle(circle.radiusM, circle.angleStart, circle.angleEnd)}, ${area}`
    : area;
}
