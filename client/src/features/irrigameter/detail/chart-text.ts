export const chartText = {
  balance: (name: string) => `Balanço hídrico, ${name}`,
  heading: "30 dias passados e 7 projetados",
  closed: (day: string) => `Balanço fechado em ${day}`,
  none: "O balanço deste setor ainda não tem dias para mostrar.",
  series: {
    rain: "Chuva",
    irrigation: "Irrigação (LB)",
    dr: "Déficit (Dr)",
    subsoil: "Déficit abaixo das raízes",
    plan: "Déficit com o plano",
    recommended: "Recomendado (LB)",
    afd: "AFD",
    cad: "CAD",
    simulated: "Com esta lâmina",
    nothing: "Sem irrigar",
  },
  band: (probability: number) => (probability > 0 ? `Com e sem chuva (até ${probability} %)` : "Com e sem chuva"),
} as const;
