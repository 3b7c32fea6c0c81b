/** Words of the messages that the server itself writes. */
export const text = {
  /** Title of every notification (§7). */
  title: "Mensagem",
  noText: "(mensagem sem texto)",
  test: "Teste: os avisos do Lâmina chegam a este aparelho.",
} as const;
