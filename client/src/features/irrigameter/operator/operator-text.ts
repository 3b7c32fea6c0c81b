export const operatorText = {
  title: "Minha lista de hoje",
  nothing: "Nenhuma máquina para ligar hoje.",
  irrigated: "Irriguei",
  rain: "Choveu",
  open: "Ver pivô",
  table: "Tabela do painel",
  passes: (count: string, single: boolean) => `${count} ${single ? "volta" : "voltas"}`,
} as const;
