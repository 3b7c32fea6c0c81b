export const text = {
  title: "Parar de receber e-mails",
  home: "Abrir o Lâmina",
  what: {
    management: (client: string) => `O relatório mensal de manejo da irrigação de ${client}.`,
    consumption: (client: string) => `O relatório mensal de consumo de água de ${client}.`,
    alerts: () => "Os alertas por e-mail. Eles continuam a aparecer no aplicativo.",
  },
  unknownClient: "um cliente que não existe mais",
  end: "Parar de receber",
  ended: "Pronto: você não recebe mais este e-mail.",
  again: "Para voltar a receber, abra o Lâmina e peça de novo.",
  invalid: "Este link não vale mais",
  invalidHint: "Para parar de receber, abra o Lâmina: nos relatórios, “Enviar por e-mail”; no sino, “Quando avisar”.",
  failed: "Não foi possível encerrar. Verifique a conexão e tente de novo.",
} as const;
