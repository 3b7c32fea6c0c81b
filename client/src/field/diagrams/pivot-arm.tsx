import { useState } from "react";
import { classNames } from "../../ui/class-names.ts";
import { turnTo } from "./geometry.ts";
import styles from "./pivot-diagram.module.css";

/** The state of the arm from the panel. */
export interface ArmState {
  /** 0° = north, clockwise. */
  angle: number;
  direction: "forward" | "reverse" | "stopped";
  /** True with water. */
  wet: boolean;
}

interface PivotArmProps {
  arm: ArmState;
  inner: number;
  outer: number;
  /** Radius of the outer ring, on which the head moves. */
  ring: number;
  /** Radius of the head. */
  head: number;
  /** Without towers, which are smaller than a pixel there. */
  tiny: boolean;
}

const DROP = "M0 -6.2C0 -6.2 4.6 -1.2 4.6 1.9A4.6 4.6 0 0 1 -4.6 1.9C-4.6 -1.2 0 -6.2 0 -6.2Z";

/** The needle from the hub to the ring with its towers. Its head has the drop and the direction. */
export function PivotArm({ arm, inner, outer, ring, head, tiny }: PivotArmProps) {
  // The drawn angle may exceed 360°, so that the arm never turns back through the whole circle.
  const [turn, setTurn] = useState({ target: arm.angle, angle: arm.angle });
  if (turn.target !== arm.angle) setTurn({ target: arm.angle, angle: turnTo(turn.angle, arm.angle) });
  const { angle } = turn;
  const towers = (tiny ? [] : [1, 2, 3, 4]).map((tower) => inner + ((outer - inner) * tower) / 4.4);
  const way = arm.direction === "reverse" ? -1 : 1;
  const scale = head / 9.5;
  return (
    <g className={styles.arm} style={{ transform: `rotate(${angle}deg)` }}>
      <line y1={-inner} y2={-ring} className={styles.armGlow} />
      <line y1={-inner} y2={-ring} className={styles.armLine} />
      {towers.map((radius) => (
        <circle key={radius} cy={-radius} r={head / 5} className={styles.tower} />
      ))}
      <g transform={`translate(0 ${-ring})`}>
        {arm.direction !== "stopped" && (
          <path
            d={`M${way * (head + 3)} ${-head * 0.72}L${way * (head * 2 + 3)} 0L${way * (head + 3)} ${head * 0.72}Z`}
            className={styles.way}
          />
        )}
        <circle r={head} className={styles.head} />
        <g className={styles.upright} style={{ transform: `rotate(${-angle}deg) scale(${scale})` }}>
          <path d={DROP} className={classNames(styles.drop, arm.wet ? styles.wet : styles.dry)} />
          {!arm.wet && <path d="M-5 -5.5L5.5 6" className={styles.drop} />}
        </g>
      </g>
    </g>
  );
}
