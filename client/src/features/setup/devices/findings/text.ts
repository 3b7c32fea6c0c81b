export const text = {
  title: "O que chama atenção",
  counter: (sensor: string) => `${sensor}: os valores só crescem, como os de um contador.`,
  unit: (sensor: string, unit: string) => `${sensor}: os valores parecem estar em ${unit}.`,
  ahead: (time: string) => `O relógio está ${time} adiantado.`,
  behind: (time: string) => `O relógio está ${time} atrasado.`,
  minutes: (minutes: string) => `${minutes} min`,
  hours: (hours: string) => `${hours} h`,
  gap: (sensor: string, amount: string, since: string, at: string) =>
    `${sensor}: sem leituras de ${since} a ${at}, em que entraram ${amount}.`,
  restart: (sensor: string, amount: string, at: string) => `${sensor}: o contador recomeçou até ${at}, com ${amount}.`,
  jump: (sensor: string, amount: string, at: string) =>
    `${sensor}: o contador saltou ${amount} em ${at}, mais do que cabe no tempo. O salto não foi somado.`,
  asTotal: "Usar como total",
  convert: (factor: string) => `Converter por ${factor}`,
  convertUnit: (unit: string) => `Converter de ${unit}`,
  correct: "Corrigir",
  storedToo: "Todas as leituras gravadas têm o mesmo erro e são corrigidas também.",
  fromNow: "Vale para as leituras que chegarem a partir de agora.",
  done: "Corrigido. O histórico é recalculado.",
  failed: "Não foi possível corrigir. Tente novamente.",
  forbidden: "Seu grupo não altera equipamentos.",
  /** Logged. */
  queryFailed: "Erro ao carregar o que chama atenção no equipamento",
} as const;
