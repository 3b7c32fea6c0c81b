import { formatNumber } from "../../../ui/format.ts";

type Counts = Readonly<Record<"inserted" | "changed" | "duplicate", number>>;

const counted = (count: number, one: string, many: string) => `${formatNumber(count, 0)} ${count === 1 ? one : many}`;

export const text = {
  import: "Importar CSV",
  yes: "Sim",
  timeParts: { hora: "Hora", ano: "Ano", mes: "Mês", dia: "Dia do mês", diaDoAno: "Dia do ano" },
  choose: "Arquivo CSV",
  chooseFile: "Escolher arquivo",
  noFile: "Nenhum arquivo escolhido",
  hint: "Separado por ponto e vírgula, com os nomes das colunas na primeira linha. No Excel: Salvar como, CSV.",
  columns: (labels: readonly string[]) => `Colunas: ${labels.join("; ")}`,
  tooLarge: (megabytes: number) => `O arquivo tem mais de ${megabytes} MB. Divida-o em partes.`,
  unreadable: "O arquivo não pôde ser lido.",
  unknown: (names: readonly string[]) => `Colunas ignoradas: ${names.join(", ")}.`,
  missing: (names: readonly string[]) => `Faltam colunas obrigatórias: ${names.join(", ")}.`,
  ready: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "linha pronta" : "linhas prontas"}`,
  bad: (count: number) => `${formatNumber(count, 0)} ${count === 1 ? "linha com problema" : "linhas com problema"}`,
  repair: (count: number) =>
    count === 1 ? "Baixar a linha com problema" : `Baixar as ${formatNumber(count, 0)} linhas com problema`,
  repairHint: "Corrija no arquivo baixado e importe-o: só estas linhas faltam.",
  repairName: "linhas-com-problema",
  shown: (count: number) => `Aqui estão as primeiras ${formatNumber(count, 0)}; o arquivo baixado tem todas.`,
  preview: "Primeiras linhas",
  unusual: (count: number) =>
    `${counted(count, "valor fora do usual", "valores fora do usual")}: confira antes de importar`,
  problems: "Linhas com problema",
  notFound: (cell: string) => `“${cell}” não está cadastrado.`,
  line: "Linha",
  lineOf: (line: number) => `Linha ${line}`,
  field: "Campo",
  problem: "Problema",
  send: (count: number) => `Importar ${formatNumber(count, 0)}`,
  cancel: "Cancelar",
  close: "Fechar",
  sending: (sent: number, all: number) => `Importando: ${formatNumber(sent, 0)} de ${formatNumber(all, 0)} linhas`,
  taken: "O arquivo já foi entregue: pode fechar, e a importação continua.",
  stop: "Parar",
  stopped: "A importação parou. O que já entrou fica; continue quando quiser: nada entra duas vezes.",
  resume: "Continuar importação",
  done: ({ inserted, changed, duplicate }: Counts) =>
    `${[
      counted(inserted, "importada", "importadas"),
      ...(changed > 0 ? [counted(changed, "alterada", "alteradas")] : []),
      ...(duplicate > 0 ? [counted(duplicate, "já existia", "já existiam")] : []),
    ].join(", ")}.`,
  foreseen: ({ inserted, changed, duplicate }: Counts) =>
    `Comparado com o que já está gravado: ${[
      counted(inserted, "linha nova", "linhas novas"),
      counted(changed, "altera um registro", "alteram registros"),
      counted(duplicate, "igual, nada muda", "iguais, nada muda"),
    ].join("; ")}.`,
  conflicting: (count: number) =>
    count === 1
      ? "1 linha tem outro valor no mesmo lugar e dia de um registro que já existe: entra como mais um registro. Se for correção, altere o registro."
      : `${formatNumber(count, 0)} linhas têm outro valor no mesmo lugar e dia de registros que já existem: entram como mais registros. Se forem correções, altere os registros.`,
  unforeseen: "Não foi possível comparar com o que já está gravado.",
  unreached: "Sem conexão.",
  failed: "A importação parou. Tente de novo: ela continua de onde parou, e nada entra duas vezes.",
} as const;
