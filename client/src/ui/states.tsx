import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-paths.ts";
import { Mark } from "./mark.tsx";
import styles from "./states.module.css";
import { text } from "./text.ts";

/** The turning arm in the middle of its place. Shows after 400 ms: what is quick does not flicker. */
export function Loading({ label = text.loading }: { label?: string }) {
  return (
    <div className={styles.loading} role="status">
      <Mark size={48} turning />
      <span className="only-read">{label}</span>
    </div>
  );
}

/** The outline of `rows` lines that are on their way. Shows after 400 ms, and keeps their height from the start. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="only-read">{text.loading}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className={styles.bone} />
      ))}
    </div>
  );
}

interface NoticeProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
  /** What the reader can do now. */
  action?: ReactNode;
}

/** A place that has nothing to show, and says what to do about it. */
export function EmptyState({ icon, title, children, action }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <span className={styles.figure}>
        <Icon name={icon} size={26} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  hint?: string;
  onRetry: () => void;
  retrying?: boolean;
}

/** Something failed that can be tried again. */
export function ErrorState({
  title = text.failed,
  hint = text.failedHint,
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

/** The connected API has no such service (404): nothing to retry, nothing broken. */
export function MissingState() {
  return (
    <EmptyState icon="info" title={text.missing}>
      <p>{text.missingHint}</p>
    </EmptyState>
  );
}
