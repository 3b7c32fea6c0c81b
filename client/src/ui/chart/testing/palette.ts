import type { Palette } from "../model/palette.ts";

/** A colour of its own for each part of a chart. */
export const testPalette: Palette = {
  font: "Inter",
  surface: "#fff",
  text: "#000",
  muted: "#444",
  line: "#ccc",
  tones: {
    1: "#1",
    2: "#2",
    3: "#3",
    4: "#4",
    5: "#5",
    6: "#6",
    rain: "#r",
    irrigation: "#i",
    muted: "#m",
    strong: "#m",
  },
  marks: {
    excess: "#e",
    ok: "#o",
    irrigate: "#y",
    stress: "#s",
    nodata: "#n",
    fallow: "#f",
    neutral: "#l",
    warning: "#w",
    danger: "#d",
  },
};
