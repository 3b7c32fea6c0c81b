export const text = {
  empty: "Nenhuma mensagem por enquanto",
  emptyHint: "O que acontece na fazenda aparece aqui na hora: pivô que para, chuva, setor que pede água.",
  unread: "não lida",
  /** Title of every notification (§7). */
  title: "Mensagem",
  noText: "(mensagem sem texto)",
  open: "Abrir",
  ask: "Ativar avisos",
  askLine: "Saiba na hora: pivô parado, chuva, setor que pede água. Também com o Lâmina fora da tela.",
  askNever: "Não perguntar mais",
  /** Logged. */
  showFailed: "Falha ao mostrar a notificação",
  startFailed: "Falha ao iniciar as notificações",
} as const;
