import { askText } from "../ask/ask-text.ts";

export const detectionText = {
  title: "Irrigações não registradas",
  question: "houve irrigação não registrada?",
  probe: (points: string, day: string, mm: string) =>
    `A umidade subiu ${points} pontos em ${day} sem chuva nem irrigação registrada: cerca de ${mm}.`,
  /** The water in the soil, and the depth that the machine applied for it. */
  depths: (net: string, gross: string) => `${net} líquidos (${gross} brutos)`,
  pivot: (day: string, mm: string) => `O painel andou com água em ${day} sem registro: cerca de ${mm}.`,
  meter: {
    question: "o hidrômetro e o painel não concordam.",
    volumes: (meter: string, panel: string, difference: string, day: string) =>
      `Em 7 dias, até ${day}: hidrômetro ${meter}, painel ${panel} (${difference}).`,
    meter: "O hidrômetro está certo",
    panel: "O painel está certo",
    check: "Verificar",
  },
  more: (count: number) =>
    count === 1 ? "Mais 1 irrigação não registrada" : `Mais ${count} irrigações não registradas`,
  answer: "Responder",
  depth: "Lâmina bruta, mm",
  confirm: askText.irrigated,
  rain: askText.wasRain,
  ignore: "Ignorar",
  done: {
    irrigation: "Irrigação confirmada. O balanço será recalculado.",
    rain: "Chuva registrada. O balanço será recalculado.",
    ignored: "Ignorada.",
    meter: "Vazão do hidrômetro gravada como calibração. As lâminas da semana serão recalculadas.",
    panel: "O hidrômetro não conta até ser conferido em Equipamentos.",
    check: "Perguntaremos de novo em 7 dias.",
  },
} as const;
