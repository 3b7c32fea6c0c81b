/** Words of the device. Only those of the channel are shown; others are logged. */
export const text = {
  channel: "Mensagens",
  channelDescription: "Avisos da fazenda",
  channels: { critical: "Alertas críticos", warning: "Alertas de atenção", info: "Avisos" },
  noOfflineUse: "Uso sem conexão indisponível",
  noStorage: "Armazenamento local indisponível",
  noAnswer: "O armazenamento local não responde",
  noLifecycle: "Ciclo de vida do aplicativo indisponível",
  noStatusBar: "Barra de status indisponível",
  notAsked: "Falha ao pedir a permissão de notificação",
  noPermissionEvents: "Mudanças da permissão de notificação indisponíveis",
  notificationsDenied: "Permissão de notificação negada.",
} as const;
