/** Words of the plano do dia. */
export const planText = {
  title: "Plano do dia",
  farmPlan: (farm: string, day: string) => `${farm} · ${day}`,
  none: "Nenhuma máquina para ligar hoje.",
  unplaced: "Fora do plano",
  totals: "Total",
  alreadyCritical: "já passou da AFD",
  underWay: "Em andamento",
  part: (today: string, whole: string, when: string) => `hoje ${today} de ${whole}, continua ${when}`,
  exact: "Nenhum plano de meia em meia hora custa menos.",
  improved: "Plano melhorado por busca; pode haver outro um pouco mais barato.",
  sum: (whole: string, parts: string) => `Soma do plano: ${whole} = ${parts}`,
  assumed: (values: string) => ` (com valores de partida: ${values})`,
  assumedValues: { worth: "produção sem Ky, preço ou produtividade", energy: "energia sem tarifa" },
  parts: {
    runsBrl: (value: string) => `${value} de energia e água`,
    lossBrl: (value: string) => `${value} de produção perdida`,
    otherBrl: (value: string) => `${value} de demanda e de água depois do plano`,
  },
  tariffs: {
    reserved: "tarifa reduzida",
    offpeak: "fora de ponta",
    peak: "horário de ponta",
  } as Readonly<Record<string, string>>,
} as const;
