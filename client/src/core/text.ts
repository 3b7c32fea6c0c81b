/** Words of what all features share. Those about loading are logged. */
export const text = {
  noConfiguration: "Configuração indisponível",
  sourcesFailed: "Erro ao carregar as estações",
  clientUpdateFailed: "Erro ao atualizar o cliente",
} as const;
