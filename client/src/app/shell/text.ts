export const text = {
  /** Logged. */
  pageFailed: "Falha ao mostrar a página",
  skip: "Ir para o conteúdo",
  mainMenu: "Principal",
  more: "Mais",
  menu: "Menu",
  policy: "Política de privacidade",

  offer: {
    title: "O que este servidor oferece",
    lead: "Você está conectado. Este servidor atende a estas telas:",
    lacking: (screens: string) => `Ainda sem dados deste servidor: ${screens}.`,
  },

  clients: "Clientes",
  changeClient: (name: string) => `Cliente: ${name}. Trocar`,
  searchClient: "Procurar cliente",
  noMatch: "Nenhum cliente com esse nome",
  pivotClient: "Pivôs",
  barClient: "Réguas",

  newClient: {
    open: "Novo cliente",
    title: "Novo cliente",
    name: "Nome do cliente",
    nameMissing: "Informe o nome do cliente.",
    typeChart: "Irrigâmetro",
    typeChartHint: "Como as telas desenham os dados; pode ser mudado depois.",
    add: "Criar cliente",
    cancel: "Cancelar",
    forbidden: "O seu usuário não pode criar clientes.",
    failed: "Não foi possível criar o cliente. Tente novamente.",
    notListed: "O cliente foi criado, mas a lista não pôde ser atualizada. Recarregue a página para escolhê-lo.",
  },

  notifications: "Notificações",
  printedAt: (moment: string) => `Impresso em ${moment}`,
  openNotifications: (waiting: number) =>
    waiting === 0 ? "Notificações" : `Notificações: ${waiting} à espera de alguém`,
  many: "99+",
  permissionDenied: {
    web: "Os avisos do Lâmina estão bloqueados neste navegador. Para recebê-los, toque no cadeado ao lado do endereço da página, abra as permissões do site e permita as notificações.",
    native:
      "Os avisos do Lâmina estão bloqueados neste celular. Para recebê-los, abra os ajustes do celular, escolha o Lâmina na lista de aplicativos e permita as notificações.",
  },
  permissionUnsupported:
    "Este navegador não mostra avisos: as mensagens aparecem só no Lâmina aberto. No iPhone e no iPad, eles funcionam com o Lâmina na tela de início (Compartilhar, Adicionar à Tela de Início).",

  /** Logged. */
  noPush: "Avisos com o aplicativo fechado indisponíveis",

  connection: "Conexão",
  live: "Ao vivo",
  connecting: "Conectando…",
  reconnecting: "Reconectando…",
  brokerLost: "Sem tempo real",
  offline: "Sem internet",
  server: "Servidor",
  serverHint: "Consultas e registros",
  broker: "Tempo real",
  brokerHint: "Mensagens da fazenda, na hora",
  linkState: { connected: "conectado", connecting: "conectando…", closed: "sem conexão" },
  retryNow: "Tentar agora",
  lastUpdate: "Última atualização",
  /** In place of a copy that another sentence promises. */
  noCopy:
    "A memória deste aparelho não responde: sem cópia dos dados agora. O Lâmina tenta de novo; não feche esta aba com registros por enviar.",
  /** Logged. */
  notErased: "Dados da sessão não apagados do aparelho",
  offlineBanner: (age: string | undefined) =>
    age === undefined
      ? "Sem internet. O que for registrado no campo fica guardado aqui; o resto é só leitura."
      : `Sem internet. Dados recebidos ${age === "agora" ? "há menos de um minuto" : age}. O que for registrado no campo fica guardado aqui; o resto é só leitura.`,

  wrongClock: (hours: string, isAhead: boolean) =>
    `O relógio deste aparelho está ${hours} ${isAhead ? "adiantado" : "atrasado"}. Aqui vale a hora do servidor; acerte o relógio.`,
  days: "dias",
  newVersion: "Há uma nova versão do Lâmina.",
  update: "Atualizar",
  simulated: "dados simulados",

  user: "Usuário",
  openUser: (name: string) => `Usuário: ${name}`,
  secondFactor: "Segundo fator",
  sessions: "Meus acessos",
  changePassword: "Trocar a senha",
  logout: "Sair",

  pending: "Aguardando o servidor",

  noClients: "Nenhum cliente disponível",
  noClientsHint:
    "Peça a quem administra os usuários da fazenda, ou a quem criou o seu acesso, que libere um cliente para você. Assim que isso for feito, ele aparece aqui.",
  clientLost: "Este cliente não está mais disponível",
  clientLostHint: (lost: string, shown: string) =>
    `“${lost}” foi excluído, ou o seu acesso a ele terminou. A partir de agora você vê os dados e cadastros de “${shown}”.`,
  clientsAwaited: "Ainda carregando os clientes",
  clientsAwaitedHint: "Uma nova tentativa é feita a cada 2 segundos.",

  notFound: "Página não encontrada",
  notFoundHint: "O endereço não leva a nenhuma tela do Lâmina. Confira o que foi digitado, ou comece pelo início.",
  home: "Ir para o início",

  errors: {
    failure: {
      title: "Algo deu errado",
      hint: "Esta tela não pôde ser mostrada. Recarregar costuma resolver; os seus dados não foram alterados.",
    },
    "stale-build": {
      title: "A tela mudou de versão",
      hint: "O Lâmina foi atualizado. Recarregue para continuar.",
    },
    slow: {
      title: "Está demorando",
      hint: "A linha está fraca, ou este aparelho não responde. O Lâmina continua tentando; recarregar pode ajudar.",
    },
    offline: {
      title: "Esta tela ainda não está neste aparelho",
      hint: "Sem internet agora. Ela abre sozinha assim que a conexão voltar; as telas já guardadas continuam no menu.",
    },
  },
  reload: "Recarregar",
} as const;
