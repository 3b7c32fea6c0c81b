/** Words of the forecast. */
export const text = {
  title: "Previsão do tempo",
  tabs: { forecastweekly: "Semanal", forecastdaily: "Diária" },
  devices: {
    title: "Estações que conferem a previsão",
    kinds: ["weather", "rain"],
    none: "Este cliente ainda não tem estação meteorológica",
    noneHint: "Com uma estação ou um pluviômetro, o previsto é comparado ao que de fato ocorreu na fazenda.",
  },
} as const;
