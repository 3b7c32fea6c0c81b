import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";

/** Why what was asked for did not happen, spoken at once; nothing while there is no reason to give. */
export function Failure({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <Banner tone="danger" icon="alert" announced>
      {children}
    </Banner>
  );
}
