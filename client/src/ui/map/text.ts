/** Words on every map. */
export const text = {
  zoomIn: "Aproximar",
  zoomOut: "Afastar",
} as const;
