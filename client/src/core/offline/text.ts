/** Words of what this device holds for use without a connection. */
export const text = {
  title: "Neste aparelho",
  ready: "pronto sem sinal ✓",
  preparing: "guardando…",
  /** Logged. */
  incomplete: "Dados para uso sem conexão incompletos",
  /** Logged. */
  unchecked: "Dados sem conexão não verificados",
  hint: "Irrigâmetro, plano de hoje, mapa e previsão",
  leftOut: (kinds: readonly string[]) => `Sem espaço neste aparelho para: ${kinds.join(", ")}.`,
  kinds: {
    irrigameter: "irrigâmetro",
    map: "mapa",
    forecast: "previsão",
    chart: "gráficos",
    report: "relatórios",
    alerts: "alertas",
    sources: "estações",
  } as Readonly<Record<string, string>>,
  otherKind: "configurações",
} as const;
