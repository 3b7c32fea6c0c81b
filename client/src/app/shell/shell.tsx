import type { ReactNode } from "react";

/** What stands around every page behind the login. */
export function Shell({ children }: { children: ReactNode }) {
  return <main>{children}</main>;
}
