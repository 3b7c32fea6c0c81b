import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";
import styles from "./badge.module.css";

interface BadgeProps {
  tone?: "neutral" | "brand" | "warning" | "danger";
  children: ReactNode;
}

/** A word or a count on a neutral background. A sector's status uses `Status` of `field`. */
export function Badge({ tone = "neutral", children }: BadgeProps) {
  return <span className={classNames(styles.badge, `tone-${tone}`)}>{children}</span>;
}
