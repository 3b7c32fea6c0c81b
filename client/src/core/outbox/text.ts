export const text = {
  watering: (amount: string) => `Irrigação de ${amount}`,
  rain: (amount: string) => `Chuva de ${amount}`,
  note: "Anotação",
  "note-edit": "Correção de anotação",
  "note-removal": "Exclusão de anotação",
  out: "Fora de serviço",
  back: "Volta ao serviço",
  acts: { take: "Alerta assumido", resolve: "Alerta resolvido", reopen: "Alerta aberto de novo" },
  actDone: {
    take: "Alerta assumido: ele não se repete mais.",
    resolve: "Alerta resolvido.",
    reopen: "Alerta aberto de novo.",
  },
  actKnown: {
    take: "outra pessoa já tinha assumido, ou o alerta já terminou",
    resolve: "outra pessoa já tinha resolvido: vale o registro dela",
    reopen: "o alerta já terminou",
  },
  withPhoto: "com foto",
  sending: "enviando…",
  changesNumbers: "Os números desta máquina mudam com o que ainda não foi enviado.",
  planned: (amount: string) => `Início de irrigação de ${amount}`,
  queued: "guardada neste aparelho",
  onlyHere: "só nesta aba: não a feche até o envio",
  mayBeDeleted:
    "Este navegador pode apagar registros guardados, por falta de espaço ou após dias sem uso. Envie-os logo; o aplicativo instalado os mantém.",
  /** Logged. */
  notStored: "Registros não guardados no aparelho",
  queuedAct: "guardado neste aparelho",
  sent: "enviada e registrada",
  sentAt: (time: string) => `enviada e registrada às ${time}`,
  actSentAt: (time: string) => `enviado e registrado às ${time}`,
  known: "o servidor já tinha este registro: ficou um só",
  sentAll: (count: number) => `${count} registros enviados e registrados`,
  sentKnown: (count: number, knownCount: number) =>
    `${count} registros enviados: ${knownCount} o servidor já tinha, ${count - knownCount} novos`,
  unanswered: "sem resposta ainda; será reenviado",
  refused: (why: string) => `recusado: ${why}`,
  conflict: (mm: string, at: string) => `já existe um registro de ${mm} em ${at}`,
  wrongClock: (at: string) => `o relógio deste aparelho estava errado (marcava ${at}): confira a hora do registro`,
  undo: "Desfazer",
  discard: "Descartar",
  keepBoth: "Enviar mesmo assim",
  again: "Enviar de novo",
  title: (count: number) =>
    count === 1 ? "1 registro guardado neste aparelho" : `${count} registros guardados neste aparelho`,
  titleOnlyHere: (count: number) =>
    count === 1 ? "1 registro só nesta aba" : `${count} registros, nem todos guardados neste aparelho`,
  problems: (count: number) =>
    count === 1 ? "1 registro precisa da sua decisão" : `${count} registros precisam da sua decisão`,
  show: "Ver registros",
  reasons: {
    forbidden: "o seu usuário não pode registrar isto",
    "out-gone": "este registro de fora de serviço não existe mais",
    "note-gone": "esta anotação não existe mais",
    "note-changed":
      "outra pessoa mudou esta anotação depois que você a abriu; enviar de novo troca a versão dela pela sua",
    gone: "este alerta não existe mais, ou não é das suas fazendas",
    "not-found": "o servidor não oferece este registro ou o setor não existe mais",
    "too-far-ahead": "a data está longe demais no futuro",
  } as Readonly<Record<string, string>>,
  otherReason: (id: string) => `o servidor não aceitou (${id})`,
} as const;
