import { useState } from "react";
import { deviceStorage } from "../../../platform/storage.ts";

/** Storage key of the choice, on this device. */
const KEY = "board-layout";
/** `rows`: dense, for many machines on a screen. `cards`: with the soil water and all buttons. */
export const layouts = ["rows", "cards"] as const;
export type Layout = (typeof layouts)[number];

/** How the machines are listed, as the user last chose on this device. */
export function useLayout(): [Layout, (layout: Layout) => void] {
  const [layout, setLayout] = useState<Layout>(() => (deviceStorage.read(KEY) === "cards" ? "cards" : "rows"));
  return [
    layout,
    (next) => {
      deviceStorage.write(KEY, next);
      setLayout(next);
    },
  ];
}
