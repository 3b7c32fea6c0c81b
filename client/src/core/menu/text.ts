/** Titles of the menu of a client that has none of its own. */
export const DEFAULT_MENU_TEXT = {
  irrigameter: "Irrigâmetro",
  forecast: "Previsão",
  charts: "Gráficos",
  report: "Relatórios",
  maps: "Mapas",
  setup: "Cadastros",
} as const;
