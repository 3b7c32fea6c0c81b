/** Words of what this device holds for use without a connection. */
export const text = {
  title: "Neste aparelho",
  ready: "pronto sem sinal ✓",
  preparing: "guardando…",
  tooLarge: "não coube tudo",
  /** Logged. */
  incomplete: "Dados para uso sem conexão incompletos",
  /** Logged. */
  unchecked: "Dados sem conexão não verificados",
  hint: "Irrigâmetro, plano de hoje, mapa e previsão",
  leftOut: (kinds: readonly string[]) => `Sem espaço neste aparelho para: ${kinds.join(", ")}.`,
  kinds: {
    irrigameter: "irrigâmetro",
    "irrigameter.cards": "detalhes dos pivôs",
    "irrigameter.sector": "gráficos dos setores",
    "irrigameter.records": "registros dos pivôs",
    "irrigameter.seasons": "safras dos pivôs",
    "irrigameter.panel": "percurso dos pivôs",
    "irrigameter.simulation": "simulações",
    map: "mapa",
    forecast: "previsão",
    chart: "gráficos",
    report: "relatórios",
    alerts: "alertas",
    sources: "estações",
  } as Readonly<Record<string, string>>,
  otherKind: "configurações",
  kind: (name: string, count: number) => (count > 1 ? `${name} (${count})` : name),
} as const;
