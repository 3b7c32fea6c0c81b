import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import { Icon } from "../icons/icon.tsx";
import type { IconName } from "../icons/icon-paths.ts";
import styles from "./banner.module.css";

interface BannerProps {
  tone?: "info" | "warning" | "danger";
  icon?: IconName;
  /** What can be done about it. */
  action?: ReactNode;
  /** Spoken at once, without interrupting. */
  announced?: boolean;
  children: ReactNode;
}

/** A line across its place about a state that lasts: offline, old data, a new version. */
export function Banner({ tone = "info", icon = "info", action, announced = false, children }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[tone])} role={announced ? "status" : undefined} data-print="hide">
      <Icon name={icon} />
      <p className={styles.words}>{children}</p>
      {action}
    </div>
  );
}
