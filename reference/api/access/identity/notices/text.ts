/** Mails about the second factor of their reader. */
export const factorMails = {
  on: {
    subject: "Segundo fator ativado",
    text: (name: string) =>
      `Olá, ${name}.\n\nA partir de agora a sua entrada no Lâmina pede, além da senha, um código do aplicativo autenticador.\n\nSe não foi você, fale já com quem administra os usuários da sua empresa.`,
  },
  off: {
    subject: "Segundo fator desativado",
    text: (name: string) =>
      `Olá, ${name}.\n\nA sua entrada no Lâmina volta a pedir só a senha.\n\nSe não foi você, troque a senha e fale já com quem administra os usuários da sua empresa.`,
  },
  reset: {
    subject: "Segundo fator removido",
    text: (name: string) =>
      `Olá, ${name}.\n\nQuem administra os usuários da sua empresa removeu o seu segundo fator, e os seus acessos foram encerrados. Entre com a senha e ative-o de novo.\n\nSe você não pediu isso, fale já com essa pessoa.`,
  },
  passkeyAdded: {
    subject: "Biometria de um aparelho adicionada",
    text: (name: string) =>
      `Olá, ${name}.\n\nA biometria de um aparelho foi adicionada ao seu acesso ao Lâmina: ela confirma comandos às máquinas e vale como segundo fator.\n\nSe não foi você, remova-a em “Meus acessos”, troque a senha e fale já com quem administra os usuários da sua empresa.`,
  },
  passkeyEnded: {
    subject: "Biometria de um aparelho removida",
    text: (name: string) =>
      `Olá, ${name}.\n\nA biometria de um aparelho foi removida do seu acesso ao Lâmina.\n\nSe não foi você, troque a senha e fale já com quem administra os usuários da sua empresa.`,
  },
  recovery: {
    subject: "Entrada com código de recuperação",
    text: (name: string) =>
      `Olá, ${name}.\n\nAlguém entrou no Lâmina com a sua senha e um dos seus códigos de recuperação.\n\nSe não foi você, troque a senha, encerre os acessos em “Meus acessos” e ative o segundo fator de novo.`,
  },
} as const;
