/** Titles of the default menu. */
export const DEFAULT_MENU_TEXT = {
  irrigameter: "Irrigâmetro",
  forecast: "Previsão",
  charts: "Gráficos",
  report: "Relatórios",
  maps: "Mapas",
  setup: "Cadastros",
} as const;
