import { sweptAngle } from "@lamina/agronomy/machine/pivot";
import { useForm } from "../../../../ui/form/form-context.ts";
import { FormField } from "../../../../ui/form/form-fields.tsx";
import type { Handle } from "../../../../ui/map/edit-map.ts";
import { bearing, destination, distanceM, type LatLon, wedge } from "../../../../ui/map/geometry.ts";
import type { PartProps } from "../../records/data/screen-config.ts";
import { LandMap } from "../land-map.tsx";
import { cornersOf } from "../outline.ts";
import { fieldText, numberAt, placeAt, typedPlace } from "../place-values.ts";
import { text } from "../text.ts";
import { CopyFrom } from "./pivot-copy.tsx";
import { asksFarm, farmField } from "./pivot-farm.ts";
import { PivotFigures } from "./pivot-figures.tsx";
import { splitSectors } from "./pivot-split.tsx";

/** Radius that the map shows before a radius is given. */
const DEFAULT_RADIUS_M = 400;

/** A pivot on the map: centre, radius and angles by handles, each also as a number field. */
export function PivotLand({ record, lists }: PartProps<"pivot">) {
  const { values, change, readOnly } = useForm();
  const centre = placeAt(values);
  const radius = numberAt(values, "radiusM") ?? DEFAULT_RADIUS_M;
  const from = numberAt(values, "angleStart") ?? 0;
  const to = numberAt(values, "angleEnd") ?? 360;
  const farm = lists.find("farm", values.farmId);
  // Before a farm is chosen the map shows all of them.
  const farms = farm ? [farm] : lists.of("farm");
  const isHere = ({ farmId }: { farmId: string }) => !farm || farmId === farm._id;
  const others = lists.of("pivot").filter((other) => isHere(other) && other._id !== record?._id);
  const outlines = farms.map(({ _id, boundary }) => ({
    key: `farm ${_id}`,
    points: cornersOf(boundary),
    tone: "other" as const,
  }));

  const areas = [
    ...outlines.filter(({ points }) => points.length > 2),
    ...others.map((other) => ({
      key: other._id,
      points: wedge([other.lat, other.lon], other.radiusM, other.angleStart, other.angleEnd),
      tone: "other" as const,
    })),
    ...(centre ? [{ key: "pivot", points: wedge(centre, radius, from, to), tone: "edited" as const }] : []),
    ...(centre && !record
      ? splitSectors(values).map(({ angleStart, angleEnd }) => ({
          key: `sector ${angleStart}`,
          points: wedge(centre, radius, angleStart, angleEnd),
          tone: "other" as const,
        }))
      : []),
  ];
  const start = [...outlines.flatMap(({ points }) => points), ...farms.map(({ lat, lon }): LatLon => [lat, lon])];
  /** The centre at a click, on the nearest farm and with the radius that the map draws. */
  const placeAtClick = (at: LatLon) => {
    const [nearest] = [...farms].sort((one, other) => distanceTo(at, one) - distanceTo(at, other));
    change({
      ...typedPlace(at),
      ...(numberAt(values, "radiusM") === undefined && { radiusM: fieldText(radius, 0) }),
      ...(!farm && nearest && { farmId: nearest._id }),
    });
  };
  return (
    <div className="close-stack">
      <CopyFrom record={record} lists={lists} />
      {asksFarm(lists, record) && (
        <div data-field="farmId">
          <FormField field={farmField(lists)} />
        </div>
      )}
      <LandMap
        label={text.pivot.map}
        areas={areas}
        handles={centre && !readOnly ? pivotHandles({ centre, radius, from, to, change }) : []}
        fit={centre ? wedge(centre, radius, 0, 360) : start}
        fitKey={`${record?._id ?? "new"} ${values.farmId}`}
        onClick={(at) => {
          if (!readOnly && !centre) placeAtClick(at);
        }}
      />
      <p className="hint">{centre ? text.pivot.moveHint : text.pivot.clickCentre}</p>
      <PivotFigures />
    </div>
  );
}

const distanceTo = (at: LatLon, { lat, lon }: { lat: number; lon: number }) => distanceM(at, [lat, lon]);

interface HandleOptions {
  centre: LatLon;
  radius: number;
  from: number;
  to: number;
  change: (values: Record<string, string>) => void;
}

function pivotHandles({ centre, radius, from, to, change }: HandleOptions): Handle[] {
  const full = sweptAngle(from, to) === 360;
  const middle = from + sweptAngle(from, to) / 2;
  return [
    {
      key: "centre",
      at: centre,
      label: text.pivot.centre,
      look: "centre",
      onMove: (at) => change(typedPlace(at)),
    },
    {
      key: "radius",
      at: destination(centre, full ? 90 : middle, radius),
      label: text.pivot.radius,
      look: "edge",
      onMove: (at) => change({ radiusM: fieldText(distanceM(centre, at), 0) }),
    },
    ...(full ? [] : angleHandles({ centre, radius, from, to, change })),
  ];
}

/** The two straight edges of a part of a circle. */
export function angleHandles({ centre, radius, from, to, change }: HandleOptions): Handle[] {
  const turned = (at: LatLon) => fieldText(bearing(centre, at), 0);
  return [
    {
      key: "from",
      at: destination(centre, from, radius),
      label: text.pivot.angleStart,
      look: "corner",
      onMove: (at) => change({ angleStart: turned(at) }),
    },
    {
      key: "to",
      at: destination(centre, to, radius),
      label: text.pivot.angleEnd,
      look: "corner",
      onMove: (at) => change({ angleEnd: turned(at) }),
    },
  ];
}
