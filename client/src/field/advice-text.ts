/** Words of a recommendation, the same on cards, diagrams, lists and the map. */
export const adviceText = {
  irrigate: "Irrigar hoje",
  /** Its run begins on a later day, which is written beside it. */
  irrigateLater: "Irrigar",
  leftOut: "Não cabe hoje",
  running: "Regando",
  stopNow: "Pare agora",
  stop: {
    needed: {
      source: (name: string) => `${name} precisa da bomba`,
      permit: (name: string) => `${name} precisa da outorga`,
    },
    rain: (mm: string, chance: string) => `${mm} mm previstos (${chance} %)`,
    drains: (mm: string) => `${mm} mm do que falta percolariam`,
    money: (saved: string, risked: string) => `economiza ${saved}, arrisca ${risked}`,
    assumed: (money: string) => `${money} (valor de partida)`,
  },
  until: (moment: string) => `até ${moment}`,
  wait: "Aguardar",
  waitUntil: (day: string) => `Aguardar até ${day}`,
  none: "Não irrigar",
  otherwise: (mm: string) => `se não chover, ${mm} mm`,
  /** Why to wait, by the rule. */
  waits: {
    rain: (mm: string, chance?: string | null) => `chuva prevista ${mm} mm${chance ? ` (${chance} %)` : ""}`,
    drains: (mm: string) => `hoje a volta mais leve perderia ${mm} mm`,
    roomForRain: (mm: string) => `espaço para ${mm} mm de chuva`,
    budget: (brl: string) => `orçamento da safra: 1 mm vale ${brl}`,
    leastDepth: (mm: string) => `abaixo da menor lâmina que vale ligar (${mm} mm)`,
  },
  /** Why not to irrigate, by the rule. */
  nothing: {
    enough: "não falta água nos próximos dias",
    "limit-emergence": "limite até a emergência",
    "limit-maturity": "até a maturação a cultura não devolve mais água",
    "limit-harvest": "até a colheita a cultura não devolve mais água",
    panelLimit: "a lâmina a 100 % passa de 100 mm: confira vazão e volta",
    noHours: "não cabe: nenhuma hora do dia é permitida; confira as horas por dia e a ponta da tarifa",
    tooSlow: "não cabe: a menor lâmina levaria mais de 240 h; confira vazão e área",
    harvestPending: "ciclo terminado: registre a colheita",
  } as Readonly<Record<string, string>>,
  enoughUntil: (day: string) => `não falta água antes de ${day}`,
  decidedOn: (day: string) => `próxima decisão ${day}`,
  check: "Conferir antes de irrigar",
  nodata: "Sem recomendação",
  /** After a setting in %: `29 % no painel`. */
  onPanel: "no painel",
} as const;
