export const text = {
  undelivered: (count: number) =>
    count === 1 ? "Um e-mail não foi entregue:" : `${count} e-mails não foram entregues:`,
  undeliveredMail: (recipient: string, subject: string, at: string) => `${recipient}: ${subject} (${at})`,
  undeliveredHint: "Confira o endereço e envie de novo. Se o endereço está certo, avise quem cuida do servidor.",
  seen: "Entendi",
} as const;
