import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { onThemeChange, type Palette, readPalette, readPaperPalette } from "./model/palette.ts";
import "./model/palette.css";

/** The colours of the active theme; while printing, those for paper. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(() => readPalette(document.documentElement));
  useEffect(() => {
    const onScreen = () => setPalette(readPalette(document.documentElement));
    // A canvas is a picture, so it is redrawn before the page is printed.
    const onPaper = () => flushSync(() => setPalette(readPaperPalette()));
    const stop = onThemeChange(onScreen);
    window.addEventListener("beforeprint", onPaper);
    window.addEventListener("afterprint", onScreen);
    return () => {
      stop();
      window.removeEventListener("beforeprint", onPaper);
      window.removeEventListener("afterprint", onScreen);
    };
  }, []);
  return palette;
}
