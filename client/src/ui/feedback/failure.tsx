import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";

/** The reason of a failure, announced at once; nothing without a reason. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Banner tone="danger" icon="alert" announced>
      {children}
    </Banner>
  );
}
