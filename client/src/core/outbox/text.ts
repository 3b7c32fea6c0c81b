/** Words of the unsent records. */
export const text = {
  watering: (amount: string) => `Irrigação de ${amount}`,
  rain: (amount: string) => `Chuva de ${amount}`,
  sending: "enviando…",
  queued: "na fila",
  unanswered: "sem resposta ainda; será reenviado",
  refused: (why: string) => `recusado: ${why}`,
  conflict: (mm: string, at: string) => `já existe um registro de ${mm} em ${at}`,
  undo: "Desfazer",
  discard: "Descartar",
  keepBoth: "Enviar mesmo assim",
  again: "Enviar de novo",
  title: (count: number) => (count === 1 ? "1 registro na fila" : `${count} registros na fila`),
  problems: (count: number) =>
    count === 1 ? "1 registro precisa da sua decisão" : `${count} registros precisam da sua decisão`,
  show: "Ver fila",
  reasons: {
    forbidden: "o seu usuário não pode registrar isto",
    "not-found": "o servidor não oferece este registro ou o setor não existe mais",
    "too-far-ahead": "a data está longe demais no futuro",
  } as Readonly<Record<string, string>>,
  otherReason: (id: string) => `o servidor não aceitou (${id})`,
} as const;
