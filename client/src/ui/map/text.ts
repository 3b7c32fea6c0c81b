export const text = {
  zoomIn: "Aproximar",
  zoomOut: "Afastar",
} as const;
