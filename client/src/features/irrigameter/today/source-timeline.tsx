import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { formatAmount } from "../../../ui/format.ts";
import styles from "../plan/source-timeline.module.css";
import { DrawingLegend, TimeScale } from "../plan/time-scale.tsx";
import { STEP_MS } from "./change-run.tsx";
import { decisionText } from "./decision-text.ts";
import type { SourceLanes } from "./source-lanes.ts";
import { todayText } from "./today-text.ts";

interface SourceTimelineProps {
  lines: SourceLanes;
  /** Rows that are drawn at first, of all sources together but one of each; a large farm has many machines. */
  rows: number;
  /** What the legend explains: the colours, with `drag` the gesture too. */
  explains: "nothing" | "colours" | "drag";
  /** Machines that do not fit where they are drawn. */
  out: readonly string[];
  pivot: (id: string) => string;
  clock: (moment: string) => string;
  /** Tries another start of a machine's run; absent for a user who does not decide. */
  onMove?: ((pivotId: string, startAt: string) => void) | undefined;
  /** The start that is being tried, from which the next press of a key moves. */
  triedStart: (pivotId: string) => string | undefined;
}

type Lanes = SourceLanes["lanes"];

const rowsOf = (lanes: Lanes) => lanes.reduce((sum, { runs }) => sum + runs.length, 0);

/** The first rows of some lanes together, and one of each at least. */
function firstRows(lanes: Lanes, most: number): Lanes {
  let left = most;
  return lanes.map((lane) => {
    const runs = lane.runs.slice(0, Math.max(1, left));
    left -= runs.length;
    return { ...lane, runs };
  });
}

type LaneRun = SourceLanes["lanes"][number]["runs"][number];

/**
 * One time line for each water source, with the tariff hours and the current time. The sentences beside it give the
 * same information. A run that has not begun is dragged to another hour, or moved by the arrow keys.
 */
export function SourceTimeline({ lines, rows, explains, onMove, ...rest }: SourceTimelineProps) {
  const { marks, bands, lanes } = lines;
  const [all, setAll] = useState(false);
  const kinds = [...new Set(bands.map(({ kind }) => kind))];
  const drawn = all ? lanes : firstRows(lanes, rows);
  const hidden = rowsOf(lanes) - rowsOf(drawn);
  return (
    <div className={styles.timeline}>
      <TimeScale marks={marks} />
      {drawn.map(({ key, source, runs }) => (
        <div key={key} className={styles.lane}>
          <p className="fine-print" aria-hidden="true">
            {source ? todayText.source(source.name, formatAmount(source.capacityM3h, "m³/h")) : todayText.own}
          </p>
          {runs.map((run) => (
            <Track key={run.item.pivotId} run={run} lines={lines} onMove={onMove} {...rest} />
          ))}
        </div>
      ))}
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {todayText.moreRuns(hidden)}
        </Button>
      )}
      {explains !== "nothing" && (
        <DrawingLegend kinds={kinds}>
          {explains === "drag" && (
            <span data-print="hide">
              {decisionText.drag}
              <span className={styles.keyboard}>{decisionText.dragByKeys}</span>.
            </span>
          )}
        </DrawingLegend>
      )}
    </div>
  );
}

/** A name that begins further right would be cut, in % of the line. */
const LAST_NAME = 70;
/** A name is about as wide as this, in % of the line. */
const NAME_WIDTH = 20;

/** A name is at the beginning of its run, or after a run that it would hide. */
function nameAt(parts: LaneRun["parts"]): number {
  const [first, ...others] = parts;
  if (!first) return 0;
  const end = first.left + first.width;
  return others.length === 0 && first.width < NAME_WIDTH && end < LAST_NAME ? end : first.left;
}

interface TrackProps extends Omit<SourceTimelineProps, "rows" | "explains"> {
  run: LaneRun;
}

function Track({ run: { item, parts, goesOn }, lines, out, pivot, clock, onMove, triedStart }: TrackProps) {
  const { from, to, bands, now } = lines;
  const [drag, setDrag] = useState<{ x: number; perPx: number; ms: number } | null>(null);
  const start = Date.parse(item.startAt);
  const shift = drag ? (100 * drag.ms) / (to - from) : 0;
  const name = `${pivot(item.pivotId)}${goesOn ? " →" : ""}`;
  const moveTo = (ms: number) => onMove?.(item.pivotId, new Date(Math.max(from, ms)).toISOString());
  const isMoved = onMove !== undefined && !item.underWay;
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { width } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { width: 1 };
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ x: event.clientX, perPx: (to - from) / width, ms: 0 });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (drag) setDrag({ ...drag, ms: Math.round(((event.clientX - drag.x) * drag.perPx) / STEP_MS) * STEP_MS });
  };
  const onPointerUp = () => {
    if (drag && drag.ms !== 0) moveTo(start + drag.ms);
    setDrag(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP_MS, ArrowDown: -STEP_MS, ArrowRight: STEP_MS, ArrowUp: STEP_MS }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(Date.parse(triedStart(item.pivotId) ?? item.startAt) + step);
  };
  const grip = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: () => setDrag(null) };
  const label = {
    className: styles.name,
    style: { left: `${Math.min(Math.max(0, nameAt(parts) + shift), LAST_NAME)}%` },
  };
  return (
    <div className={styles.track}>
      {bands.map((band) => (
        <span
          key={band.at}
          className={classNames(styles.band, styles[band.kind])}
          style={{ left: `${band.left}%`, width: `${band.width}%` }}
        />
      ))}
      {parts.map(({ left, width }) => (
        <span
          key={left}
          className={classNames(
            styles.bar,
            item.underWay && styles.running,
            item.choice && styles.decided,
            out.includes(item.pivotId) && styles.out,
            isMoved && styles.handle,
          )}
          style={{ left: `${left + shift}%`, width: `${width}%` }}
          {...(isMoved && grip)}
        />
      ))}
      <span className={styles.now} style={{ left: `${now}%` }} />
      {isMoved ? (
        <span
          {...label}
          className={classNames(styles.name, styles.handle)}
          role="slider"
          tabIndex={0}
          aria-label={decisionText.start(pivot(item.pivotId))}
          aria-valuemin={0}
          aria-valuemax={Math.round((to - from) / STEP_MS)}
          aria-valuenow={Math.max(0, Math.round((start + (drag?.ms ?? 0) - from) / STEP_MS))}
          aria-valuetext={clock(new Date(start + (drag?.ms ?? 0)).toISOString())}
          {...grip}
          onKeyDown={onKeyDown}
        >
          {drag ? clock(new Date(start + drag.ms).toISOString()) : name}
        </span>
      ) : (
        <span {...label} aria-hidden="true">
          {name}
        </span>
      )}
    </div>
  );
}
