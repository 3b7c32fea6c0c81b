/** Words of the map that is drawn on. */
export const text = {
  zoomIn: "Aproximar",
  zoomOut: "Afastar",
} as const;
