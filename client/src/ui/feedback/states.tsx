import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Button } from "../controls/button.tsx";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import { Mark } from "../icons/mark.tsx";
import { text } from "../text.ts";
import styles from "./states.module.css";

/** The turning arm in the middle of its container. Shown after 400 ms, so that fast answers do not flicker. */
export function Loading({ label = text.loading }: { label?: string }) {
  return (
    <div className={styles.loading} role="status">
      <Mark size={48} turning />
      <span className="only-read">{label}</span>
    </div>
  );
}

type Bone = "row" | "tools" | "sheet" | "line";

const rowsOf = (count: number, bone: Bone): readonly Bone[] => Array.from({ length: count }, () => bone);

/** The outline of a page or of most of one. */
const outlines = {
  /** A large card, and below it tools and a list. */
  board: ["sheet", "tools", ...rowsOf(4, "line")],
  table: ["tools", ...rowsOf(8, "line")],
  /** Tools above a chart or a map. */
  panel: ["tools", "sheet"],
  chart: ["sheet"],
} satisfies Record<string, readonly Bone[]>;

export type Outline = keyof typeof outlines;

interface SkeletonProps {
  /** Number of lines, for a part of a page. */
  rows?: number | undefined;
  outline?: Outline | undefined;
}

/** The outline of loading content. Shown after 400 ms; its height is reserved from the start. */
export function Skeleton({ rows = 4, outline }: SkeletonProps) {
  const bones: readonly Bone[] = outline ? outlines[outline] : rowsOf(rows, "row");
  return (
    <div className={classNames(styles.skeleton, outline ? styles[outline] : styles.inset)} role="status">
      <span className="only-read">{text.loading}</span>
      {bones.map((bone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are equal, and never change their order
        <div key={index} className={styles[bone]} />
      ))}
    </div>
  );
}

interface NoticeProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** The user's next steps, the most likely first. */
  action?: ReactNode;
}

/** Shown instead of empty content, with the next step. */
export function EmptyState({ icon, title, children, action }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <span className={styles.figure}>
        <Icon name={icon} size={26} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  hint?: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** A failure that can be retried. */
export function ErrorState({
  title = text.failed,
  hint = text.failedOffline,
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title={title}
        action={
          <Button icon="refresh" onClick={onRetry} pending={retrying}>
            {text.retry}
          </Button>
        }
      >
        <p>{hint}</p>
      </EmptyState>
    </div>
  );
}

/** The connected API lacks this service (404), so there is no retry. */
export function MissingState() {
  return (
    <EmptyState icon="info" title={text.missing}>
      <p>{text.missingHint}</p>
    </EmptyState>
  );
}

/** Data that were never received on this device, without a connection. They come with it, so there is no retry. */
export function UnstoredState() {
  return (
    <EmptyState icon="offline" title={text.unstored}>
      <p>{text.unstoredHint}</p>
    </EmptyState>
  );
}
