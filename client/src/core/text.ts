/** Words of what all features share. Those about loading are logged. */
export const text = {
  logoutFailed: "O acesso não foi encerrado no servidor",
  noConfiguration: "Configuração indisponível",
  /** Of the clients and the menu (§8). */
  loadFailed: "Erro ao carregar os dados",
  sensorTypesFailed: "Erro ao carregar os dados:",
  rightsFailed: "Erro ao carregar os direitos",
  sourcesFailed: "Erro ao carregar as estações",
  draftNotStored: "Este navegador não guarda o que você digita: salve antes de sair da página",
  clientUpdateFailed: "Erro ao atualizar o cliente",
} as const;
