import type { ReactNode } from "react";

interface ScrollRegionProps {
  /** Name of the content, for keyboard and screen reader users. */
  label: string;
  /** Sets the size; the rest scrolls. */
  className?: string | undefined;
  children: ReactNode;
}

/** A part that scrolls by itself, also with the keyboard. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable without a mouse
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
