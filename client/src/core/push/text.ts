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
  sending: "Enviando…",
  arrived: "Chegou a este aparelho.",
  outcomes: {
    sent: () => "Aceito pelo serviço de avisos: confira o aparelho.",
    gone: () => "Não chegou: este aparelho não recebe mais e saiu da lista.",
    failed: (status: number | undefined) =>
      status === undefined
        ? "Não chegou: sem resposta do serviço de avisos."
        : `Não chegou: o serviço de avisos respondeu ${status}.`,
    off: () => "Não chegou: este tipo de aparelho não está configurado neste servidor.",
  } satisfies Record<PushResult, (status: number | undefined) => string>,
  testFailed: "Não foi possível testar este aparelho.",
  removed: "Aparelho removido.",
  failed: "Não foi possível. Verifique a conexão e tente de novo.",
  /** Logged. */
  notRegistered: "Avisos com o aplicativo fechado indisponíveis",
  notEnded: "O aparelho continua registrado até o serviço de avisos recusá-lo",
} as const;
