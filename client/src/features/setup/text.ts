/** Words of the set-up. */
export const text = {
  title: "Configurações",
  tabs: {
    farms: "Fazendas",
    config: "Configurações",
    device: "Equipamentos",
    monitor: "Monitores",
    balance: "Safra e balanço",
    watering: "Irrigações",
    user: "Usuários",
    usersgroup: "Grupos de usuários",
  },
  firstSteps: "Primeiros passos",
  forbidden: "Sem acesso a esta tela",
  forbiddenHint: "O seu grupo de usuários não pode ver estes cadastros. Peça acesso a um administrador do cliente.",
  client: {
    title: "Dados do cliente",
    name: "Nome",
    nameMissing: "Informe o nome do cliente.",
    typeChart: "Irrigâmetro",
    typeChartHint: "Como as telas do irrigâmetro desenham os dados.",
    typeChartChanges:
      "Ao salvar, as telas do irrigâmetro deste cliente mudam para todos os usuários. Os dados não mudam.",
    pivot: "Pivô (círculo)",
    bar: "Régua (barra)",
    save: "Salvar",
    saved: "Cliente atualizado.",
    forbidden: "O seu usuário não pode alterar este cliente.",
    failed: "Não foi possível salvar. Tente novamente.",
  },
} as const;
