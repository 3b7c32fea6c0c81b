/** Words of the plano do dia. */
export const planText = {
  title: "Plano do dia",
  farmPlan: (farm: string, day: string) => `${farm} · ${day}`,
  none: "Nenhum pivô precisa de água hoje.",
  unplaced: "Fora do plano",
  totals: "Total",
  alreadyCritical: "já passou da AFD",
  reasons: {
    order: (value: string) => `${value}º na ordem`,
    hoursToCritical: (value: string) => `${value} até a AFD`,
    late: (value: string) => `termina ${value} depois do estresse`,
    tariff: (value: string) => value,
    waitsFor: (value: string) => `espera ${value}`,
    continuesTomorrow: (value: string) => `continua amanhã por ${value}`,
    exceedsSource: (value: string) => `pede ${value}, mais do que a captação fornece`,
    noRoom: (value: string) => `não cabe hoje: precisa de ${value} de bomba`,
    blocked: (value: string) => value,
  },
  tariffs: {
    reserved: "tarifa reduzida",
    offpeak: "fora de ponta",
    peak: "horário de ponta",
  } as Readonly<Record<string, string>>,
} as const;
