import type { PushResult } from "@lamina/shared/messages/push";

/** Words of messages with the app closed. */
export const text = {
  title: "Meus aparelhos",
  hint: "Recebem os avisos também com o aplicativo fechado.",
  onlyOpen: "Os avisos chegam só com o aplicativo aberto.",
  onlyOpenHere: "Neste aparelho os avisos chegam só com o aplicativo aberto.",
  empty: "Nenhum aparelho ainda. Permita as notificações neste aparelho e abra o Lâmina de novo.",
  unknown: "Aparelho",
  here: "este aparelho",
  since: (date: string) => `Desde ${date}`,
  last: (age: string) => `último aviso ${age}`,
  never: "nenhum aviso ainda",
  remove: "Remover",
  removeOf: (device: string) => `Remover ${device}`,
  test: "Testar",
  outcomes: {
    sent: "Enviado: confira o aparelho.",
    gone: "Este aparelho não recebe mais e saiu da lista.",
    failed: "O envio falhou. Tente de novo mais tarde.",
    off: "Este tipo de aparelho não está configurado neste servidor.",
  } satisfies Record<PushResult, string>,
  removed: "Aparelho removido.",
  failed: "Não foi possível. Verifique a conexão e tente de novo.",
  /** Logged. */
  notRegistered: "Avisos com o aplicativo fechado indisponíveis",
  notEnded: "O aparelho continua registrado até o serviço de avisos recusá-lo",
} as const;
