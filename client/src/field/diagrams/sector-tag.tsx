import { classNames } from "../../ui/class-names.ts";
import { formatAmount } from "../../ui/format.ts";
import { StatusShape } from "../status.tsx";
import { polar, sweep } from "./geometry.ts";
import styles from "./pivot-diagram.module.css";
import type { DiagramSector } from "./pivot-sector.tsx";
import { inkClass, UNSPOKEN } from "./status-ink.tsx";
import { freeAngle, tagFits } from "./tag-place.ts";
import { text } from "./text.ts";

/** Height of a line of the tag, width of its ends with the shape and without, and width of one character at 11.5 px. */
const LINE = 16;
const ENDS = 29;
const SIDES = 14;
const CHARACTER = 6.6;
const DEGREES = 180 / Math.PI;

interface SectorTagProps {
  sector: DiagramSector;
  inner: number;
  outer: number;
  roomy: boolean;
  armAngle: number | null;
}

/** The shape of a sector's status, with name and storage if there is room, beside the arm. */
export function SectorTag({ sector, inner, outer, roomy, armAngle }: SectorTagProps) {
  const { label, status, storagePct, arc } = sector;
  const radius = (inner + outer) / 2;
  const wedge = { radius, depth: outer - inner, arc };
  const storage = storagePct === null ? null : text.storage(formatAmount(storagePct, "%"));
  const angleFor = (reach: number) => freeAngle(arc, armAngle, (reach / radius) * DEGREES);
  for (const lines of roomy ? [storage === null ? 1 : 2, 1] : []) {
    const named = ENDS + label.length * CHARACTER;
    const width = lines === 2 ? Math.max(named, SIDES + (storage?.length ?? 0) * CHARACTER) : named;
    const size = { width, height: 6 + lines * LINE };
    const angle = angleFor(width / 2 + 4);
    if (!tagFits(size, angle, wedge)) continue;
    return (
      <g {...UNSPOKEN} transform={at(radius, angle)} className={classNames(styles.tagged, inkClass(status, "full"))}>
        <rect
          x={-width / 2}
          y={-size.height / 2}
          width={width}
          height={size.height}
          rx={lines === 1 ? size.height / 2 : 9}
          className={styles.tag}
        />
        <g transform={`translate(${-width / 2 + 7} ${lines === 1 ? -6 : -13.5})`} className={inkClass(status, "text")}>
          <StatusShape kind={status} size={12} />
        </g>
        <text
          x={-width / 2 + 21.5}
          y={lines === 1 ? 4 : -3.5}
          className={classNames(styles.tagText, inkClass(status, "text"))}
        >
          {label}
        </text>
        {lines === 2 && (
          <text y={12} className={classNames(styles.tagText, styles.tagStorage, inkClass(status, "text"))}>
            {storage}
          </text>
        )}
      </g>
    );
  }
  const r = Math.min(roomy ? 11 : 8.5, (outer - inner) / 2 - 1.5);
  if ((radius * sweep(arc)) / DEGREES < r * 2 + 3) return null;
  return (
    <g
      {...UNSPOKEN}
      transform={at(radius, angleFor(r + 4))}
      className={classNames(styles.tagged, inkClass(status, "full"))}
    >
      <circle r={r} className={styles.tag} />
      <g transform={`translate(${-r * 0.68} ${-r * 0.68})`} className={inkClass(status, "text")}>
        <StatusShape kind={status} size={r * 1.36} />
      </g>
    </g>
  );
}

function at(radius: number, angle: number): string {
  const { x, y } = polar(radius, angle);
  return `translate(${x} ${y})`;
}
