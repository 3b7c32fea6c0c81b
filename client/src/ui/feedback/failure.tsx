import { Children, type ReactNode } from "react";
import { Banner } from "./banner.tsx";

/** The reason of a failure, announced at once; nothing without a reason. */
export function Failure({ children }: { children: ReactNode }) {
  // Several conditions that are false make a list, which is no reason.
  if (Children.toArray(children).every((reason) => reason === "")) return null;
  return (
    <Banner tone="danger" icon="alert" announced>
      {children}
    </Banner>
  );
}
