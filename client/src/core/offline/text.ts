/** Words of what this device holds for use without a connection. */
export const text = {
  title: "Neste aparelho",
  ready: "pronto sem sinal ✓",
  preparing: "guardando…",
  noCopy: "sem cópia agora",
  incompleteHere: "só uma parte",
  /** Logged. */
  incomplete: "Dados para uso sem conexão incompletos",
  /** Logged. */
  unchecked: "Dados sem conexão não verificados",
  hint: "Irrigâmetro, plano de hoje, mapa e previsão",
  leftOut: (kinds: readonly string[]) => `Sem espaço neste aparelho para: ${kinds.join(", ")}.`,
  kinds: {
    irrigameter: "irrigâmetro",
    "irrigameter.cards": "detalhes de parte dos pivôs",
    "irrigameter.sector": "gráficos de parte dos setores",
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
    "pivot-status": "posição dos pivôs",
    "sensor-types": "tipos de equipamento",
  } as Readonly<Record<string, string>>,
  otherKind: "configurações",
} as const;
