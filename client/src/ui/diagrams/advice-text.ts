/** What a recommendation says, in the same words on cards, faces, lists and the map. */
export const adviceText = {
  irrigate: "Irrigar hoje",
  wait: "Aguardar",
  waitUntil: (day: string) => `Aguardar até ${day}`,
  none: "Não irrigar",
  nodata: "Sem recomendação",
} as const;
