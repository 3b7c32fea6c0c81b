import type { Status as StatusKind } from "@lamina/shared/records/balance";
import { statusNames } from "@lamina/shared/records/text";
import type { ReactNode } from "react";
import { classNames } from "../ui/class-names.ts";
import { LineDrawing } from "../ui/icons/line-drawing.tsx";
import styles from "./status.module.css";

/** Water status of a sector (domain, 0), with the ids of the API. */
export type { StatusKind };

/** The shape of each status, so that it can be recognised without its colour. On a grid of 16 × 16. */
const shapes: Readonly<Record<StatusKind, string>> = {
  excess: "M2.5 6.5c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0M2.5 11c1.8-2 3.7-2 5.5 0s3.7 2 5.5 0",
  ok: "M3 8.5l3.25 3.25L13 5",
  irrigate: "M8 2s4 4.2 4 7.3a4 4 0 0 1-8 0C4 6.2 8 2 8 2",
  stress: "M8 2.5L1.75 13.5h12.5zM8 6.5v3.25M8 11.75h.01",
  nodata: "M3.5 8h9",
  fallow: "M8 3a5 5 0 1 0 0 10a5 5 0 1 0 0-10",
};

interface StatusProps {
  kind: StatusKind;
  /** Needs no act today: the colour is a line (`isCalm`). */
  calm?: boolean;
  /** Replaces the status's word, for example with a count. */
  children?: ReactNode;
}

/** A status in colour, shape and word, the same on every screen. */
export function Status({ kind, calm = false, children }: StatusProps) {
  return (
    <span className={classNames(styles.status, styles[kind], calm && styles.calm)}>
      <StatusShape kind={kind} />
      {children ?? statusNames[kind]}
    </span>
  );
}

/** A status without room for its word, which screen readers announce. */
export function StatusMark({ kind, calm = false }: Pick<StatusProps, "kind" | "calm">) {
  return (
    <span className={classNames(styles.mark, styles[kind], calm && styles.calm)}>
      <StatusShape kind={kind} />
      <span className="only-read">{statusNames[kind]}</span>
    </span>
  );
}

/** The shape only, in the colour of the text, for a legend or a drawing that has the word elsewhere. */
export function StatusShape({ kind, size = 14 }: { kind: StatusKind; size?: number }) {
  return <LineDrawing path={shapes[kind]} grid={16} line={2} size={size} />;
}
