/** Names of the steps of the reference API's start, by id. */
export const steps: Readonly<Record<string, string>> = {
  database: "abrindo o banco de dados",
  "demo-readings": "criando um ano de leituras simuladas",
  "demo-forecasts": "criando previsões passadas",
  "demo-weather": "calculando o clima de cada dia",
  "demo-balance": "calculando balanços e recomendações",
};

/** The specification's port and path of an address with others. */
export const specified = (port: number, path: string): string =>
  `na especificação: porta ${port}${path === "/" ? "" : `, caminho ${path}`}`;
