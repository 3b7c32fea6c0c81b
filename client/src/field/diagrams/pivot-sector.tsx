import { Fragment, type KeyboardEvent } from "react";
import { classNames } from "../../ui/class-names.ts";
import type { StatusKind } from "../status.tsx";
import { type Arc, levelRadius, wedgePath } from "./geometry.ts";
import styles from "./pivot-diagram.module.css";
import { inkClass } from "./status-ink.tsx";

export interface DiagramSector {
  key: string;
  /** Short name: `Q1`. */
  label: string;
  arc: Arc;
  status: StatusKind;
  /** Storage in % of CAD, null when unknown. */
  storagePct: number | null;
  irrigated?: boolean;
}

interface PivotSectorProps {
  /** Prefix of the ids of the drawing's patterns and clip paths. */
  id: string;
  sector: DiagramSector;
  inner: number;
  outer: number;
  label: string;
  selected: boolean;
  onSelect?: ((key: string) => void) | undefined;
}

/** Radius to which a sector is filled, and whether that is known. */
function levelOf({ status, storagePct }: DiagramSector, inner: number, outer: number) {
  const known = status !== "nodata" && status !== "fallow";
  return { known, level: known ? levelRadius(inner, outer, (storagePct ?? 0) / 100) : outer };
}

interface SmallSectorsProps extends Pick<PivotSectorProps, "id" | "inner" | "outer"> {
  sectors: readonly DiagramSector[];
}

/** All sectors of a small diagram beside words: one shape for each status, because a board has hundreds of sectors. */
export function SmallSectors({ id, sectors, inner, outer }: SmallSectorsProps) {
  const drawn = sectors.map((sector) => ({
    status: sector.status,
    wedge: wedgePath(inner, outer, sector.arc),
    full: wedgePath(inner, levelOf(sector, inner, outer).level, sector.arc),
  }));
  const join = (part: "wedge" | "full", of?: StatusKind) =>
    drawn.map((one) => (of === undefined || one.status === of ? one[part] : "")).join("");
  return (
    <>
      {[...new Set(drawn.map(({ status }) => status))].map((status) => (
        <Fragment key={status}>
          <path d={join("wedge", status)} className={inkClass(status, "empty")} />
          <path d={join("full", status)} className={inkClass(status, "full")} />
          <path d={join("full", status)} className={styles.outline} fill={`url(#${id}${status})`} />
        </Fragment>
      ))}
      <path d={join("wedge")} className={styles.edge} />
    </>
  );
}

/** A wedge, filled outwards from the hub so that the filled share of its area is its storage. */
export function PivotSector({ id, sector, inner, outer, label, selected, onSelect }: PivotSectorProps) {
  const { key, status } = sector;
  const wedge = wedgePath(inner, outer, sector.arc);
  const cut = `${id}cut${key}`;
  const { known, level } = levelOf(sector, inner, outer);
  const select = onSelect && (() => onSelect(key));
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    select?.();
  };
  return (
    <g
      className={classNames(styles.sector, select && styles.button, selected && styles.selected)}
      {...(select && {
        role: "button",
        tabIndex: 0,
        "aria-label": label,
        "aria-pressed": selected,
        onClick: select,
        onKeyDown: press,
      })}
    >
      <clipPath id={cut}>
        <path d={wedge} />
      </clipPath>
      <path d={wedge} className={inkClass(status, "empty")} />
      <g clipPath={`url(#${cut})`}>
        <circle r={level} className={classNames(styles.level, inkClass(status, "full"))} />
        <circle r={level} className={styles.level} fill={`url(#${id}${status})`} />
        {known && <circle r={level} className={styles.waterline} />}
      </g>
      <path d={wedge} clipPath={`url(#${cut})`} className={styles.edge} />
    </g>
  );
}
