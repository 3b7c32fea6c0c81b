/** Words that a mail program may show. */
export const text = { ended: "Pronto: este envio foi encerrado.\n" } as const;
