import type { AlertPace } from "@lamina/shared/views/mail";

/** Words of the user's own settings of alerts. */
export const text = {
  open: "Quando avisar",
  pace: "Avisar de cada alerta",
  paces: {
    "at-once": "Na hora",
    "critical-at-once": "Os críticos na hora; o resto uma vez por dia",
    daily: "Tudo uma vez por dia",
  } satisfies Record<AlertPace, string>,
  paceHint:
    "Vale para você, em todos os clientes. O silêncio de cada regra continua valendo, e o sino mostra sempre tudo.",
  digestAt: "Hora do resumo",
  digestHint: "No relógio do cliente. Sem alertas novos, nada é enviado.",
  timeInvalid: "Digite a hora como 07:00.",
  byMail: (email: string) => (email === "" ? "Também por e-mail" : `Também por e-mail, em ${email}`),
  noMail: (isConfigured: boolean) =>
    isConfigured
      ? "Para receber por e-mail, o seu cadastro precisa de um endereço. Peça a quem cuida dos usuários."
      : "O envio de alertas por e-mail não está configurado neste servidor.",
  quietFrom: "Meu silêncio a partir de",
  quietTo: "Meu silêncio até",
  quietHint:
    "No relógio da fazenda. Vazio: sem silêncio. Os alertas críticos chegam sempre; os outros, no fim do silêncio.",
  quietHalf: "Preencha o início e o fim, ou nenhum dos dois.",
  ways: "Por onde o aviso chega até você",
  way: { app: "Aplicativo aberto", mail: "E-mail", webhook: "Webhook do cliente" },
  webhookOff: "O envio está desligado.",
  lastSuccess: (age: string) => `Último aviso ${age}`,
  neverWorked: "Nenhum aviso ainda",
  lastFault: (age: string) => `última falha ${age}`,
  testWays: "Testar avisos",
  sending: "Enviando…",
  app: {
    sent: "Enviado: ainda não chegou a esta tela.",
    arrived: "Chegou a esta tela.",
    late: "Não chegou a esta tela em 30 s. Verifique a conexão ao vivo.",
    failed: "Não chegou: o servidor não alcança a fila de mensagens.",
  },
  mail: {
    queued: "Na fila.",
    arrived: "Entregue ao servidor de e-mail.",
    refused: "Não chegou: o servidor de e-mail recusou. Há nova tentativa em alguns minutos.",
    late: "Ainda na fila depois de 30 s. A hora do último aviso muda quando sair.",
    failed: "Não chegou: o limite de e-mails por hora foi alcançado.",
    off: "Não configurado: falta o servidor de e-mail ou o seu endereço.",
  },
  testFailed: "Não foi possível testar. Verifique a conexão e tente de novo.",
  save: "Salvar",
  saved: "Pronto: os avisos seguem esta escolha.",
  failed: "Não foi possível salvar. Verifique a conexão e tente de novo.",
} as const;
