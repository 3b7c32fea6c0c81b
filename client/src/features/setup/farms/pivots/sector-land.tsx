import { sectorArea } from "@lamina/agronomy/machine/system";
import { Button } from "../../../../ui/controls/button.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { useForm } from "../../../../ui/form/form-context.ts";
import { formatNumber } from "../../../../ui/format.ts";
import { type LatLon, wedge } from "../../../../ui/map/geometry.ts";
import type { PartProps } from "../../records/data/screen-config.ts";
import styles from "../land.module.css";
import { LandMap } from "../land-map.tsx";
import { fieldText, numberAt } from "../place-values.ts";
import { text } from "../text.ts";
import { angleHandles } from "./pivot-land.tsx";
import { sectorCover } from "./sector-cover.ts";

/** A sector in its pivot's circle, among the other sectors. Its angles are set by handles or numbers. */
export function SectorLand({ record, lists }: PartProps<"pivotSector">) {
  const { values, change, readOnly } = useForm();
  const pivot = lists.find("pivot", values.pivotId);
  if (!pivot) return <p className="hint">{text.sectorPart.choosePivot}</p>;
  const centre: LatLon = [pivot.lat, pivot.lon];
  const from = numberAt(values, "angleStart") ?? pivot.angleStart;
  const to = numberAt(values, "angleEnd") ?? pivot.angleEnd;
  const others = lists.of("pivotSector").filter(({ _id, pivotId }) => pivotId === pivot._id && _id !== record?._id);
  const { overlapped, gapDeg, beyondDeg } = sectorCover(pivot, { angleStart: from, angleEnd: to }, others);
  const faults = [
    overlapped.length > 0 && text.sectorPart.overlaps(overlapped.map(({ name }) => name).join(", ")),
    gapDeg > 0 && text.sectorPart.gap(formatNumber(gapDeg, 0)),
    beyondDeg > 0 && text.sectorPart.beyond(formatNumber(beyondDeg, 0)),
  ].filter((fault) => fault !== false);
  const areaHa = sectorArea({ angleStart: from, angleEnd: to }, pivot);
  return (
    <div className="close-stack">
      <LandMap
        label={text.sectorPart.map}
        areas={[
          { key: "pivot", points: wedge(centre, pivot.radiusM, pivot.angleStart, pivot.angleEnd), tone: "other" },
          ...others.map(({ _id, angleStart, angleEnd }) => ({
            key: _id,
            points: wedge(centre, pivot.radiusM, angleStart, angleEnd),
            tone: "other" as const,
          })),
          { key: "sector", points: wedge(centre, pivot.radiusM, from, to), tone: "edited" },
        ]}
        handles={readOnly ? [] : angleHandles({ centre, radius: pivot.radiusM, from, to, change })}
        fit={wedge(centre, pivot.radiusM, 0, 360)}
        fitKey={`${record?._id ?? "new"} ${pivot._id}`}
      />
      {faults.length > 0 && (
        <Banner tone="warning" icon="alert" announced>
          {faults.join(" ")}
        </Banner>
      )}
      <div className={styles.line}>
        <span>{text.sectorPart.area(formatNumber(areaHa, 1))}</span>
        {!readOnly && <Button onClick={() => change({ areaHa: fieldText(areaHa, 1) })}>{text.useArea}</Button>}
      </div>
    </div>
  );
}
