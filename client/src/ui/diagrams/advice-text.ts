/** Words of a recommendation, the same on cards, diagrams, lists and the map. */
export const adviceText = {
  irrigate: "Irrigar hoje",
  /** Its run begins on a later day, which is written beside it. */
  irrigateLater: "Irrigar",
  leftOut: "Não cabe hoje",
  running: "Regando",
  until: (moment: string) => `até ${moment}`,
  wait: "Aguardar",
  waitUntil: (day: string) => `Aguardar até ${day}`,
  none: "Não irrigar",
  check: "Conferir antes de irrigar",
  nodata: "Sem recomendação",
  /** After a setting in %: `29 % no painel`. */
  onPanel: "no painel",
} as const;
