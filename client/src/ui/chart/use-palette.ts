import { useEffect, useState } from "react";
import { onThemeChange, type Palette, readPalette } from "./palette.ts";
import "./palette.css";

/** The theme's colours, and the new ones as soon as it changes. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => onThemeChange(() => setPalette(readPalette(document.documentElement))), []);
  return palette;
}
