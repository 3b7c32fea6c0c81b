import { useId } from "react";
import { classNames } from "../../ui/class-names.ts";
import { decimalsOf, formatNumber } from "../../ui/format.ts";
import { type DepthMarks, depthStatus } from "./depth-status.ts";
import styles from "./probe-profile.module.css";
import { spread } from "./ruler-scale.ts";
import { inkClass, StatusPatterns } from "./status-ink.tsx";
import { text } from "./text.ts";

/** From this width on there is room for values and for the names of the marks. */
const ROOMY_PX = 220;

/** One depth of a probe. */
interface ProbeLayer extends DepthMarks {
  depthCm: number;
  /** Null without a valid reading. */
  value: number | null;
}

interface ProbeProfileProps {
  label: string;
  /** `% vol`, or `kPa` for tension, which has no marks. */
  unit: string;
  /** From the surface downwards. */
  layers: readonly ProbeLayer[];
  /** Distance from θc that counts as near, in points (Config.statusMargins). */
  marginPct: number;
  /** Width in CSS pixels. Narrower containers shrink it. */
  width?: number;
}

const MARKS = [
  { key: "wpPct", word: text.wiltingPoint, className: styles.wilting },
  { key: "criticalPct", word: text.critical, className: styles.critical },
  { key: "fcPct", word: text.fieldCapacity, className: styles.capacity },
] as const;

/** Water by depth as bars from the surface downwards, with field capacity, θc and wilting point of each layer. */
export function ProbeProfile({ label, unit, layers, marginPct, width = 320 }: ProbeProfileProps) {
  const id = useId();
  const roomy = width >= ROOMY_PX;
  const left = roomy ? 54 : 26;
  const right = width - (roomy ? 66 : 2);
  const row = roomy ? 36 : 22;
  const top = roomy ? 24 : 4;
  const height = top + layers.length * row + 6;
  const most = Math.max(1, ...layers.flatMap(({ value, fcPct }) => [value ?? 0, (fcPct ?? 0) * 1.1]));
  const xOf = (value: number) => left + (Math.max(0, value) / most) * (right - left);
  const painted = layers.map((layer) => ({ ...layer, kind: depthStatus(layer.value, layer, marginPct) }));
  const value = (amount: number | null) =>
    amount === null ? text.missing : `${formatNumber(amount, decimalsOf(unit))} ${unit}`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={styles.profile}
      role="img"
      aria-label={[
        label,
        ...painted.map((layer) =>
          layer.kind
            ? text.depth(`${layer.depthCm} cm`, value(layer.value), layer.kind)
            : `${layer.depthCm} cm: ${value(layer.value)}`,
        ),
      ].join("; ")}
    >
      <defs>
        <StatusPatterns id={id} kinds={painted.flatMap(({ kind }) => kind ?? [])} />
      </defs>
      {painted.map((layer, index) => {
        const y = top + index * row;
        const end = layer.value === null ? right : xOf(layer.value);
        const bar = { x: left, y: y + row * 0.16, height: row * 0.68, rx: 3, width: Math.max(2, end - left) };
        return (
          <g key={layer.depthCm}>
            <rect {...bar} width={right - left} className={styles.ground} />
            {layer.value !== null && (
              <>
                <rect {...bar} className={layer.kind ? inkClass(layer.kind, "full") : styles.neutral} />
                {layer.kind && <rect {...bar} fill={`url(#${id}${layer.kind})`} />}
              </>
            )}
            {layer.value === null && <rect {...bar} className={styles.missing} />}
            <text x={left - 7} y={y + row / 2} dy="0.35em" className={styles.depth}>
              {roomy ? `${layer.depthCm} cm` : layer.depthCm}
            </text>
            {roomy && (
              <text x={width} y={y + row / 2} dy="0.35em" className={layer.value === null ? styles.unit : styles.value}>
                {layer.value === null ? text.missing : formatNumber(layer.value, decimalsOf(unit))}
                {layer.value !== null && (
                  <tspan className={styles.unit} dx={3}>
                    {unit}
                  </tspan>
                )}
              </text>
            )}
          </g>
        );
      })}
      {MARKS.map(({ key, className }) => {
        const d = layers.map((layer, index) => markLine(layer[key], xOf, top + index * row, row)).join("");
        return (
          <g key={key}>
            <path d={d} className={styles.halo} />
            <path d={d} className={classNames(styles.mark, className)} />
          </g>
        );
      })}
      {roomy && layers[0] && <MarkNames layer={layers[0]} xOf={xOf} right={right} />}
    </svg>
  );
}

function markLine(value: number | null, xOf: (value: number) => number, y: number, row: number): string {
  return value === null ? "" : `M${xOf(value)} ${y}v${row}`;
}

interface MarkNamesProps {
  layer: ProbeLayer;
  xOf: (value: number) => number;
  right: number;
}

/** The names of the marks above the uppermost layer. */
function MarkNames({ layer, xOf, right }: MarkNamesProps) {
  const present = MARKS.flatMap(({ key, word }) => {
    const value = layer[key];
    return value === null ? [] : [{ word, x: xOf(value) }];
  });
  const places = spread(
    present.map(({ x }) => x),
    28,
    0,
    right,
  );
  return present.map(({ word, x }, index) => (
    <g key={word}>
      <path d={`M${places[index] ?? x} 16L${x} 23`} className={styles.mark} />
      <text x={places[index] ?? x} y={12} className={styles.markName}>
        {word}
      </text>
    </g>
  ));
}
