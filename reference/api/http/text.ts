import type { ProblemId } from "@lamina/shared/core/errors";

/** Title and detail of every problem, by its id. */
export const problemText: Partial<Record<ProblemId, { title: string; detail: string }>> = {
  "token-not-found": {
    title: "Token não encontrado",
    detail: "Entre novamente: a requisição não traz um token de acesso.",
  },
  "token-expired": { title: "Token expirado", detail: "Sua sessão expirou. Entre novamente." },
  "token-rejected": { title: "Token recusado", detail: "Sua sessão não é mais válida. Entre novamente." },
  "key-rejected": {
    title: "Chave recusada",
    detail: "A chave do equipamento ou do gateway falta, foi trocada ou não vale para este número de série.",
  },
  "second-factor-needed": {
    title: "Código necessário",
    detail: "Este usuário entra com senha e código: envie de novo com o código do aplicativo autenticador em Code.",
  },
  "second-factor-wrong": {
    title: "Código incorreto",
    detail: "O código está errado, já foi usado ou passou do tempo. Use o próximo código do aplicativo.",
  },
  forbidden: { title: "Sem permissão", detail: "Seu grupo de usuários não permite esta ação." },
  "not-found": { title: "Não encontrado", detail: "Registro não encontrado." },
  conflict: {
    title: "Alterado por outra pessoa",
    detail: "O registro foi alterado depois que você o abriu. Confira os dados atuais e tente de novo.",
  },
  "quota-reached": { title: "Limite atingido", detail: "Este cliente chegou ao limite do que pode guardar." },
  "already-answered": {
    title: "Já respondido",
    detail: "Outra pessoa já respondeu, ou o registro da água já explica esta detecção. Confira os dados atuais.",
  },
  "mail-not-configured": {
    title: "E-mail não configurado",
    detail: "Esta instalação não envia e-mails. Peça a quem cuida do servidor que configure o envio.",
  },
  "passkeys-not-configured": {
    title: "Biometria não configurada",
    detail:
      "Esta instalação não aceita a biometria dos aparelhos. Peça a quem cuida do servidor que configure o endereço do aplicativo.",
  },
  "email-missing": {
    title: "Sem endereço de e-mail",
    detail: "O seu cadastro não tem e-mail. Peça a quem cuida dos usuários que o preencha.",
  },
  "no-user": {
    title: "Sem usuário",
    detail: "Isto pertence a um usuário, e esta chamada não vem de um. Entre com um usuário.",
  },
  "confirm-password": {
    title: "Confirme com a sua senha",
    detail: "O cliente pede a sua senha para comandar. Confira a senha.",
  },
  "confirm-pin": {
    title: "Confirme com o seu PIN",
    detail: "O cliente pede o seu PIN para comandar. Confira o PIN, ou use a senha.",
  },
  "confirm-passkey": {
    title: "Biometria não confirmada",
    detail: "A biometria deste aparelho não confirmou o comando. Tente de novo, ou use o PIN ou a senha.",
  },
  "pin-missing": {
    title: "Você ainda não tem PIN",
    detail: "O cliente pede um PIN para comandar. Crie o seu em Meus acessos; agora, confirme com a senha.",
  },
  "pin-locked": {
    title: "PIN bloqueado",
    detail: "PIN errado vezes demais. Ele volta a valer em alguns minutos; agora, confirme com a senha.",
  },
  interlocked: { title: "Comando não enviado", detail: "Uma trava impede o comando." },
  "idempotency-key-reused": {
    title: "Chave já usada",
    detail: "Esta chave de idempotência já foi usada com outros dados.",
  },
  validation: { title: "Dados inválidos", detail: "Confira os campos." },
  "bad-request": { title: "Requisição inválida", detail: "A requisição não pôde ser lida." },
  "body-too-large": { title: "Requisição grande demais", detail: "O conteúdo enviado é grande demais." },
  "too-many-failed-logins": {
    title: "Muitas tentativas",
    detail: "Muitas tentativas de entrar. Espere um pouco e tente de novo.",
  },
  "too-much-telemetry": {
    title: "Leituras demais",
    detail: "Há leituras demais à espera de gravação. Guarde estas e envie de novo em instantes.",
  },
  unavailable: {
    title: "Serviço indisponível",
    detail: "Os dados não podem ser lidos agora. Tente novamente em instantes.",
  },
  internal: { title: "Erro interno", detail: "Ocorreu um erro inesperado. Tente novamente mais tarde." },
};

/** Detail of a 404, by the missing record. */
export const notFoundText = {
  address: "Este endereço não existe.",
  alertRule: "Regra de alerta não encontrada.",
  client: "Cliente não encontrado.",
  config: "Configuração não encontrada.",
  crop: "Cultura não encontrada.",
  device: "Equipamento não encontrado.",
  fieldNote: "Anotação não encontrada.",
  canopyObservation: "Cobertura observada não encontrada.",
  seasonBudget: "Orçamento de água não encontrado.",
  farm: "Fazenda não encontrada.",
  gateway: "Chave de gateway não encontrada.",
  group: "Grupo não encontrado.",
  webhook: "Este cliente não tem webhook.",
  machineCalibration: "Calibração não encontrada.",
  machineDay: "Não há dia desta máquina nessa data.",
  monitor: "Monitor não encontrado.",
  outOfService: "Registro de fora de serviço não encontrado.",
  permit: "Outorga não encontrada.",
  photo: "Foto não encontrada.",
  pivot: "Pivô não encontrado.",
  rain: "Registro de chuva não encontrado.",
  record: "Registro não encontrado.",
  season: "Safra não encontrada.",
  sector: "Setor não encontrado.",
  sensor: "Sensor não encontrado.",
  soil: "Solo não encontrado.",
  tariff: "Tarifa não encontrada.",
  user: "Usuário não encontrado.",
  watering: "Irrigação não encontrada.",
  waterSource: "Captação não encontrada.",
} as const;

/** Detail of a 403, by the reason. */
export const forbiddenText = {
  group: "Seu grupo de usuários não permite esta ação.",
  builtInGroup: "Este grupo é de todos os clientes: crie um grupo seu a partir dele.",
  userOfOtherClient: "Este usuário também pertence a outro cliente: só quem administra todos pode alterá-lo.",
  userBeyondOwn: "Este usuário tem direitos ou fazendas que você não tem.",
  groupBeyondOwn: "Este grupo tem direitos que você não tem.",
  lockedBy: "Só quem bloqueou para manutenção, ou um administrador, libera.",
  mayNotCommand: "Só quem pode comandar a máquina liga a parada automática.",
  allFarms: "Isto vale para todas as fazendas do cliente: só quem vê todas pode alterar.",
  installationAdministrator: "Este usuário administra a instalação.",
} as const;

export const notRestoredTitle = "Não restaurado";
export const inUseTitle = "Registro em uso";
/** Detail of a 409 because of records that need each other, by the reason. */
export const inUseText = {
  dependents: "Outros registros dependem deste.",
  commandUnderWay: "Há um comando a caminho de uma máquina: pare-a, ou espere o comando terminar, e exclua depois.",
  groupHasUsers: "Este grupo ainda tem usuários: passe-os para outro grupo antes.",
  lastAdministrator: "É o último administrador deste cliente: nomeie outro antes.",
  ownRights: "Ninguém muda os próprios direitos: peça a outro administrador.",
  ownSecondFactor: "O próprio segundo fator se desativa em “Minha conta”, com a senha e um código.",
  ownAccount: "Ninguém exclui a si mesmo: peça a outro administrador.",
} as const;

/** Detail where a client asks for the biometry of the device, and the person confirms otherwise. */
export const passkeyText = {
  orPin: "O cliente pede a biometria do aparelho para comandar. Sem ela neste aparelho, confirme com o PIN ou a senha.",
  orPassword: "O cliente pede a biometria do aparelho para comandar. Sem ela neste aparelho, confirme com a senha.",
} as const;

/** Detail of a 409 because of a quota. */
export const quotaText = {
  passkeys: (most: number) => `Você já tem a biometria de ${most} aparelhos. Remova a de um que não usa mais.`,
  records: (most: number) =>
    `Este cliente chegou ao limite de ${most.toLocaleString("pt-BR")} registros deste tipo. Exclua os que não usa mais, ou fale com quem cuida da instalação.`,
  photos: (bytes: number) =>
    `As fotos deste cliente chegaram ao limite de ${Math.round(bytes / 1024 ** 2)} megabytes. Exclua registros antigos com foto, ou fale com quem cuida da instalação.`,
} as const;

/** Detail of a 409 that lists the records that need this one: names of the kinds, and the sentence. */
export const neededByText = {
  kinds: { sectors: "setores", seasons: "safras", users: "usuários" },
  named: (kind: string, names: string, more: number) => `${kind} ${names}${more > 0 ? ` e mais ${more}` : ""}`,
  sentence: (uses: string) => `Ainda em uso por: ${uses}. Troque ou exclua primeiro.`,
} as const;

/** Words of the page that documents the calls. */
export const documentationText = {
  product: "Lâmina",
  description: "API de monitoramento e manejo da irrigação.",
  title: "API Lâmina",
  idempotencyKey: "Repete a resposta da primeira requisição com a mesma chave.",
  idempotencyKeyLength: "O cabeçalho Idempotency-Key deve ter de 8 a 64 caracteres.",
  public: "Pública: não pede token.",
  token: "Pede um token.",
  otherToken: "Pede o token de um código de uso único ou do link de um e-mail; o de uma sessão é recusado.",
  right: (screen: string, action: string) => `Pede um token e o direito ${screen}:${action}.`,
} as const;
