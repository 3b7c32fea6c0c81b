export const text = {
  period: "Período",
  kinds: {
    "24h": "24 h",
    "7d": "7 dias",
    "30d": "30 dias",
    lastMonth: "Mês passado",
    season: "Safra",
    lastSeason: "Safra passada",
    custom: "Livre",
  },
  from: "De",
  to: "Até",
  show: "Mostrar",
  problems: {
    incomplete: "Informe as duas datas.",
    reversed: "A data final vem antes da inicial.",
    future: "O período ainda não começou.",
    long: "Escolha no máximo 3 anos.",
  },
} as const;
