/** What a recommendation says, in the same words on cards, faces, lists and the map. */
export const adviceText = {
  irrigate: "Irrigar hoje",
  leftOut: "Não cabe hoje",
  running: "Regando",
  until: (moment: string) => `até ${moment}`,
  wait: "Aguardar",
  waitUntil: (day: string) => `Aguardar até ${day}`,
  none: "Não irrigar",
  check: "Conferir antes de irrigar",
  nodata: "Sem recomendação",
} as const;
