import type { ChartStep, FlaggedPoint } from "./model.ts";

const LONG_MONTHS = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
] as const;

const LAST: Readonly<Record<ChartStep, string>> = {
  raw: "Última leitura",
  hour: "Última hora",
  day: "Último dia",
  month: "Último mês",
};

export const text = {
  cursor: (title: string) => `${title}: cursor do gráfico. Setas movem, mais e menos aproximam, zero mostra tudo`,
  chart: "Gráfico",
  table: "Tabela",
  zoomIn: "Aproximar",
  zoomOut: "Afastar",
  showAll: "Mostrar tudo",
  today: "hoje",
  projected: "previsto",
  lastAt: (step: ChartStep, moment: string, age: string | null) =>
    `${LAST[step]}, ${moment}${age === null ? "" : ` · ${age}`}`,
  /** Unit and day of a value that has another day than the line above. */
  valueOn: (unit: string, moment: string) => `${unit} em ${moment}`,
  now: (moment: string) => `Agora, ${moment}`,
  noReading: "Sem leitura no período",
  wheelHint: "Ctrl + rolagem aproxima; arraste para percorrer",
  moment: "Data e hora",
  /** An import recognises it by these words: a row is no reading. */
  hour: "Data e hora (resumo de cada hora)",
  day: "Data",
  month: "Mês",
  months: ["jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez"],
  /** `month` from 0. */
  monthOf: (month: number, year: number) => `${LONG_MONTHS[month]} de ${year}`,
  quality: "Qualidade",
  lower: "mín.",
  upper: "máx.",
  series: (name: string, low: string, high: string, last: string, gaps: number) =>
    `${name}: de ${low} a ${high}, última ${last}${gaps > 0 ? `, ${gaps} ${gaps === 1 ? "falha" : "falhas"}` : ""}`,
  flag: {
    duplicate: "duplicada",
    "out-of-range": "fora da faixa",
    stuck: "sensor travado",
    "clock-skew": "relógio errado",
    late: "atrasada",
    doubted: "chuva em dúvida",
  } satisfies Record<FlaggedPoint["flag"], string>,
} as const;
