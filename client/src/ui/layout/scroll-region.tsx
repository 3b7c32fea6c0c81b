import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** What is in it, for those who reach it by keyboard. */
  label: string;
  /** Says how large it is, and that the rest scrolls. */
  className?: string | undefined;
  children: ReactNode;
}

/** A part that scrolls by itself, with the keyboard too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
