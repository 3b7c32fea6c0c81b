/** Words of the list of messages. */
export const text = {
  empty: "Nenhuma mensagem por enquanto",
  emptyHint: "O que acontece na fazenda aparece aqui na hora: pivô que para, chuva, setor que pede água.",
  unread: "não lida",
  /** Logged. */
  showFailed: "Falha ao mostrar a notificação",
  startFailed: "Falha ao iniciar as notificações",
} as const;
