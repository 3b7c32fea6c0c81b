/** Words of the questions that a user answers with one tap. */
export const askText = {
  checkTitle: "Conferir antes de irrigar",
  probe: (balance: string, measured: string) => `Balanço: déficit de ${balance}. Sonda: ${measured}.`,
  detection: (balance: string, measured: string) =>
    `Balanço: déficit de ${balance}. Água detectada e não registrada: ${measured}.`,
  irrigated: "Irrigou",
  trustProbe: "Confiar na sonda",
  trustBalance: "Confiar no balanço",
  wasRain: "Foi chuva",
  reasonProbe: (measured: string) => `Conferido no campo: vale a sonda, ${measured}`,
  reasonBalance: (balance: string) => `Conferido no campo: vale o balanço, ${balance}`,
  done: {
    probe: "Déficit ajustado pela sonda",
    balance: "Balanço confirmado: a recomendação volta",
    irrigation: "Irrigação registrada",
    rain: "Chuva registrada",
    planned: "Irrigação confirmada",
    notDone: "Irrigação planejada retirada",
  },
  unconfirmed: (mm: string, moment: string) => `Irrigou? ${mm} planejados para ${moment}, sem confirmação.`,
  yes: "Sim, irrigou",
  no: "Não irrigou",
  hole: (days: string, gauge: string | null) =>
    gauge === null ? `Falta a chuva de ${days}.` : `Falta a chuva de ${days}: o pluviômetro ${gauge} não mediu.`,
  recordRain: "Registrar chuva",
  harvest: "O ciclo terminou: a colheita ainda não foi registrada.",
  recordHarvest: "Registrar colheita",
} as const;
