import { useMemo, useState } from "react";
import { Button } from "../../../ui/controls/button.tsx";
import { useForm } from "../../../ui/form/form-context.ts";
import { formatNumber } from "../../../ui/format.ts";
import type { Handle } from "../../../ui/map/edit-map.ts";
import { type LatLon, outlineAreaHa, wedge } from "../../../ui/map/geometry.ts";
import type { PartProps } from "../records/data/screen-config.ts";
import { linesOf, linesValue } from "./farm-lines.ts";
import { FarmLinesEditor } from "./farm-lines-editor.tsx";
import styles from "./land.module.css";
import { LandMap } from "./land-map.tsx";
import { cornersOf, polygonOf } from "./outline.ts";
import { fieldText, placeAt, typedPlace } from "./place-values.ts";
import { text } from "./text.ts";

/** The farm on the map: its seat, its outline, and its roads and other lines. Map and number fields update each other. */
export function FarmLand({ record, lists }: PartProps<"farm">) {
  const { values, change, readOnly } = useForm();
  const corners = useMemo(() => cornersOf(values.boundary), [values.boundary]);
  const seat = placeAt(values);
  const pivots = useMemo(
    () => (record ? lists.of("pivot").filter(({ farmId }) => farmId === record._id) : []),
    [record, lists],
  );
  const setCorners = (next: readonly LatLon[]) => change({ boundary: polygonOf(next) });
  const areaHa = outlineAreaHa(corners);
  const lines = useMemo(() => linesOf(values.lines), [values.lines]);
  const [active, setActive] = useState<number | null>(null);
  const setLines = (next: typeof lines) => change({ lines: linesValue(next) });
  const line = active === null ? undefined : lines[active];
  const setPoints = (points: readonly LatLon[]) =>
    setLines(lines.map((one, other) => (other === active ? { ...one, points } : one)));

  const handles: Handle[] = [];
  if (seat && !readOnly)
    handles.push({
      key: "seat",
      at: seat,
      label: text.farm.seat,
      look: "centre",
      onMove: (at) => change(typedPlace(at)),
    });
  if (!readOnly && line)
    for (const [index, at] of line.points.entries())
      handles.push({
        key: `line ${active} ${index}`,
        at,
        label: text.lines.point(index + 1),
        look: "corner",
        onMove: (to) => setPoints(line.points.map((point, other) => (other === index ? to : point))),
        onRemove: () => setPoints(line.points.filter((_, other) => other !== index)),
      });
  // One thing is edited at a time, so that a line beside the outline can be caught.
  if (!readOnly && !line)
    for (const [index, at] of corners.entries()) {
      const next = corners[(index + 1) % corners.length] ?? at;
      handles.push({
        key: `corner ${index}`,
        at,
        label: text.farm.corner,
        look: "corner",
        onMove: (to) => setCorners(corners.map((corner, other) => (other === index ? to : corner))),
        onRemove: () => setCorners(corners.filter((_, other) => other !== index)),
      });
      if (corners.length > 2)
        handles.push({
          key: `add ${index}`,
          at: [(at[0] + next[0]) / 2, (at[1] + next[1]) / 2],
          label: text.farm.addCorner,
          look: "add",
          onMove: (to) => setCorners([...corners.slice(0, index + 1), to, ...corners.slice(index + 1)]),
        });
    }
  const areas = [
    ...pivots.map(({ _id, lat, lon, radiusM, angleStart, angleEnd }) => ({
      key: _id,
      points: wedge([lat, lon], radiusM, angleStart, angleEnd),
      tone: "other" as const,
    })),
    ...(corners.length > 1
      ? [{ key: "outline", points: corners, tone: line ? ("other" as const) : ("edited" as const) }]
      : []),
    ...lines.map(({ points }, index) => ({
      key: `line ${index}`,
      points,
      tone: index === active ? ("edited" as const) : ("other" as const),
      isLine: true,
    })),
  ];
  const drawing = !readOnly && corners.length < 3;
  return (
    <div className="close-stack">
      <LandMap
        label={text.farm.map}
        areas={areas}
        handles={handles}
        fit={corners.length > 2 ? corners : seat ? [seat] : []}
        fitKey={record?._id ?? "new"}
        onClick={(at) => {
          if (readOnly) return;
          if (line) setPoints([...line.points, at]);
          else if (!seat) change(typedPlace(at));
          else if (drawing) setCorners([...corners, at]);
        }}
      />
      {!line && (
        <p className="hint">{!seat ? text.farm.clickSeat : drawing ? text.farm.clickCorners : text.farm.moveHint}</p>
      )}
      {corners.length > 0 && !readOnly && !line && (
        <div className={styles.line}>
          {areaHa > 0 && (
            <>
              <span>{text.farm.outlineArea(formatNumber(areaHa, 1))}</span>
              <Button onClick={() => change({ areaHa: fieldText(areaHa, 1) })}>{text.useArea}</Button>
            </>
          )}
          <Button variant="quiet" onClick={() => setCorners([])}>
            {text.farm.clearOutline}
          </Button>
        </div>
      )}
      {!readOnly && seat && <FarmLinesEditor lines={lines} active={active} onActive={setActive} onLines={setLines} />}
    </div>
  );
}
