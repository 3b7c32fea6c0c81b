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
  save: "Salvar",
  saved: "Pronto: os avisos seguem esta escolha.",
  failed: "Não foi possível salvar. Verifique a conexão e tente de novo.",
} as const;
