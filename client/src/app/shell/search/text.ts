/** Words of the search over everything and of the keys. */
export const text = {
  open: "Buscar (Ctrl K)",
  title: "Buscar",
  placeholder: "Pivô, setor, sonda, tela ou ação",
  results: "Resultados",
  none: (search: string) => `Nada com “${search}”.`,
  recent: "visto há pouco",
  pivot: "Pivô",
  sector: "Setor",
  probe: "Sonda",
  device: "Equipamento",
  page: "Tela",
  action: "Ação",
  actions: { irriguei: "Irriguei", chuva: "Registrar chuva", porque: "Por quê" },
  keys: "Teclas",
  keyRows: [
    ["Ctrl K", "Buscar pivô, setor, sonda, tela ou ação"],
    ["?", "Mostrar estas teclas"],
    ["Tab", "Próximo controle; o primeiro pula para o conteúdo"],
    ["↑ ↓ Enter", "Escolher e abrir um resultado da busca"],
    ["Esc", "Fechar a janela aberta"],
  ],
} as const;
