import type { Severity } from "@lamina/shared/records/alert";

/** Words of the alert inbox. */
export const text = {
  alerts: "Alertas",
  messages: "Mensagens",
  show: "Mostrar",
  severityFilter: "Gravidade",
  all: "Todos",
  severity: { critical: "Crítico", warning: "Alerta", info: "Aviso" } satisfies Record<Severity, string>,
  empty: "Nenhum alerta aberto",
  emptyHint: "O que precisar de alguém aparece aqui até ser resolvido.",
  emptyFiltered: "Nenhum alerta aberto desta gravidade",
  unread: "não lido",
  take: "Assumir",
  resolve: "Resolver",
  open: "Abrir",
  takenBy: (name: string) => `Assumido por ${name}`,
  taken: "Alerta assumido: ele não se repete mais.",
  resolved: "Alerta resolvido.",
  failed: "Não foi possível registrar. Verifique a conexão e tente novamente.",
  of: (message: string) => `Alerta: ${message}`,
  truncated: (count: number) => `Mostrando os ${count} mais recentes.`,
};
