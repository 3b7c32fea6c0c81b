import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import styles from "./banner.module.css";

interface BannerProps {
  tone?: "info" | "warning" | "danger";
  icon?: IconName;
  /** A button or link for the next step. */
  action?: ReactNode;
  /** Announced by screen readers, without interrupting. */
  announced?: boolean;
  children: ReactNode;
}

/** A line about a lasting state: offline, old data, a new version. */
export function Banner({ tone = "info", icon = "info", action, announced = false, children }: BannerProps) {
  return (
    <div
      className={classNames(styles.banner, `tone-${tone === "info" ? "brand" : tone}`)}
      role={announced ? "status" : undefined}
      data-print="hide"
    >
      <Icon name={icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
