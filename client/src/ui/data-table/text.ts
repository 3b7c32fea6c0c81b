import { formatNumber } from "../format.ts";

export const text = {
  search: "Buscar",
  /** In files, after the name of a column of moments. */
  ownZones: "horário de cada fazenda",
  filter: "Filtrar",
  choices: "Ordem, filtros e colunas",
  columns: "Colunas",
  sortBy: "Ordenar por",
  asItCame: "Ordem original",
  ascending: (header: string) => `${header} ↑`,
  descending: (header: string) => `${header} ↓`,
  removeFilter: (header: string, value: string) => `Remover filtro ${header}: ${value}`,
  clear: "Limpar filtros",
  none: "Nada encontrado",
  noneHint: "Nenhum registro passa pela busca e pelos filtros.",
  /** `more`: the rows are only the newest ones. */
  count: (shown: number, all: number, more: boolean) =>
    more
      ? `${shown === all ? "Os" : `${formatNumber(shown, 0)} dos`} ${formatNumber(all, 0)} registros mais novos; há outros mais antigos`
      : shown === all
        ? `${formatNumber(all, 0)} ${all === 1 ? "registro" : "registros"}`
        : `${formatNumber(shown, 0)} de ${formatNumber(all, 0)}`,
  selected: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "selecionada" : "selecionadas"}`,
  selectAll: "Selecionar todas",
  select: (name: string) => `Selecionar ${name}`,
  actions: "Ações",
  total: "Total",
  more: "Mostrar mais",
  scroll: (caption: string) => `${caption}: role para ver mais`,
} as const;
