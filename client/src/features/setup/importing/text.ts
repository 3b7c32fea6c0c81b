import { formatNumber } from "../../../ui/format.ts";

/** Words of the imports. */
export const text = {
  import: "Importar CSV",
  yes: "Sim",
  choose: "Arquivo CSV",
  hint: "Separado por ponto e vírgula, com os nomes das colunas na primeira linha.",
  columns: (labels: readonly string[]) => `Colunas: ${labels.join("; ")}`,
  unreadable: "O arquivo não pôde ser lido.",
  unknown: (names: readonly string[]) => `Colunas ignoradas: ${names.join(", ")}.`,
  missing: (names: readonly string[]) => `Faltam colunas obrigatórias: ${names.join(", ")}.`,
  ready: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "linha pronta" : "linhas prontas"}`,
  bad: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "problema" : "problemas"}`,
  preview: "Primeiras linhas",
  problems: "Linhas com problema",
  line: "Linha",
  field: "Campo",
  problem: "Problema",
  send: (count: number) => `Importar ${formatNumber(count, 0)}`,
  cancel: "Cancelar",
  close: "Fechar",
  sending: "Importando…",
  done: (inserted: number, duplicate: number) =>
    `${formatNumber(inserted, 0)} ${inserted === 1 ? "importada" : "importadas"}${
      duplicate > 0 ? `, ${formatNumber(duplicate, 0)} já existiam` : ""
    }.`,
  failed: "A importação parou. Tente de novo com o mesmo arquivo: nada entra duas vezes.",
} as const;
