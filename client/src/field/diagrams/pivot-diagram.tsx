import { useId } from "react";
import { classNames } from "../../ui/class-names.ts";
import { formatNumber } from "../../ui/format.ts";
import { type Arc, arcPath, polar, sweep } from "./geometry.ts";
import { type ArmState, PivotArm } from "./pivot-arm.tsx";
import { type Centre, centreText, PivotCentre } from "./pivot-centre.tsx";
import styles from "./pivot-diagram.module.css";
import { type DiagramSector, PivotSector, SmallSectors } from "./pivot-sector.tsx";
import { SectorTag } from "./sector-tag.tsx";
import { StatusPatterns, UNSPOKEN } from "./status-ink.tsx";
import { text } from "./text.ts";

/** From this size on there is room for names, numbers and the compass. */
const ROOMY_PX = 200;
/** Below this size words in the centre are unreadable, so they must be beside the diagram. */
const WORDS_PX = 100;

/** A probe in the field: its direction from the centre (0° = north), and its distance as a share of the radius. */
interface FaceProbe {
  key: string;
  angle: number;
  distance: number;
}

interface PivotDiagramProps {
  label: string;
  sectors: readonly DiagramSector[];
  /** The recommendation, the largest text of the diagram. */
  centre: Centre;
  /** The arm; null without a status of the panel. */
  arm: ArmState | null;
  /** The area that the system reaches. The whole circle when left out. */
  reach?: Arc;
  /** The part watered in the current revolution. */
  irrigated?: readonly Arc[];
  /** Positions of the probes. */
  probes?: readonly FaceProbe[];
  /** Side of the square in CSS pixels. Narrower containers shrink it. */
  size?: number;
  selected?: string | null;
  /** With this handler each sector is a button, if there is room for words. */
  onSelect?: (key: string) => void;
}

const WHOLE: Arc = { from: 0, to: 360 };

/** The diagram of typeChart 1: a pivot from above with its sectors, each filled to its storage in % of CAD. */
export function PivotDiagram({
  label,
  sectors,
  centre,
  arm,
  reach = WHOLE,
  irrigated = [],
  probes = [],
  size = 320,
  selected = null,
  onSelect,
}: PivotDiagramProps) {
  const id = useId();
  const roomy = size >= ROOMY_PX;
  const tiny = size < WORDS_PX;
  const head = roomy ? 12 : tiny ? 5 : 8;
  const ring = size / 2 - head - (roomy ? 6 : 2);
  const field = ring - (roomy ? 8 : tiny ? 3 : 5);
  // Without words in the centre the sectors take its place.
  const hub = field * (roomy ? 0.43 : tiny ? 0.12 : 0.56);
  const spoken = [label, centreText(centre), arm && armText(arm)].filter(Boolean).join("; ");
  return (
    <svg
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      width={size}
      height={size}
      className={classNames(styles.face, tiny && styles.tiny)}
      role={onSelect ? "group" : "img"}
      aria-label={onSelect ? spoken : [spoken, ...sectors.map(sectorText)].join("; ")}
    >
      <defs>
        <StatusPatterns id={id} kinds={sectors.map((sector) => sector.status)} />
      </defs>
      {roomy && <Compass radius={ring + 5} />}
      <path d={arcPath(ring, reach)} className={styles.track} />
      {irrigated.length > 0 && (
        <path
          d={irrigated.map((arc) => arcPath(ring, arc)).join("")}
          className={roomy ? styles.irrigated : styles.irrigatedThin}
        />
      )}
      {sweep(reach) < 360 && <circle r={field} className={styles.beyond} />}
      {tiny && <SmallSectors id={id} sectors={sectors} inner={hub} outer={field} />}
      {!tiny &&
        sectors.map((sector) => (
          <PivotSector
            key={sector.key}
            id={id}
            sector={sector}
            inner={hub}
            outer={field}
            label={sectorText(sector)}
            selected={sector.key === selected}
            onSelect={onSelect}
          />
        ))}
      {probes.map((probe) => {
        const { x, y } = polar(hub + Math.min(1, probe.distance) * (field - hub), probe.angle);
        return <circle key={probe.key} cx={x} cy={y} r={roomy ? 4.5 : tiny ? 2.5 : 3} className={styles.probe} />;
      })}
      {!tiny &&
        sectors.map((sector) => (
          <SectorTag
            key={sector.key}
            sector={sector}
            inner={hub}
            outer={field}
            roomy={roomy}
            armAngle={arm?.angle ?? null}
          />
        ))}
      {arm && <PivotArm arm={arm} inner={hub} outer={field} ring={ring} head={head} tiny={tiny} />}
      <circle r={hub} className={styles.hub} />
      {!tiny && <PivotCentre centre={centre} width={hub * 1.72} roomy={roomy} />}
    </svg>
  );
}

/** The four compass points, as reference for angles. */
function Compass({ radius }: { radius: number }) {
  return (
    <g {...UNSPOKEN} className={styles.compass}>
      {[45, 90, 135, 180, 225, 270, 315].map((angle) => {
        const from = polar(radius, angle);
        const to = polar(radius + 4, angle);
        return <line key={angle} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
      <text y={-radius - 1} textAnchor="middle">
        {text.north}
      </text>
    </g>
  );
}

function sectorText({ label, status, storagePct, irrigated = false }: DiagramSector): string {
  return storagePct === null
    ? text.sectorWithoutStorage(label, status)
    : text.sector(label, status, `${formatNumber(storagePct, 0)} %`, irrigated);
}

function armText({ angle, direction, wet }: ArmState): string {
  return [text.arm(formatNumber(angle, 0)), wet ? text.wet : text.dry, text.direction[direction]].join(", ");
}
