/** Words of a season's budget, the same in the plan, on the season and on the budget itself. */
export const budgetText = {
  units: { m3: "m³", kwh: "kWh", brl: "R$" },
  used: (used: string, budget: string, left: string) => `Usados ${used} de ${budget}; restam ${left}.`,
  need: (need: string) => `Até o fim as lavouras pedem ${need}.`,
  enough: "O que resta basta até o fim.",
  ended: (day: string) => `Acabou em ${day}.`,
  ends: (day: string) => `Sem economizar, acaba em ${day}.`,
  short: "O que resta não basta para tudo.",
  shadow: (unit: string, brl: string) => `Mais 1 ${unit} evitaria ${brl} de perda.`,
  startValue: "Ky, preço ou produtividade são valores de partida: confirme na safra.",
  without: "Fica sem água",
  stages: ["Inicial", "Desenvolvimento", "Médio", "Final"] as readonly string[],
  lacks: (mm: string, of: string, brl: string) => `faltam ${mm} de ${of} mm, perda ${brl}`,
} as const;
