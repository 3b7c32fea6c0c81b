/** Words of the first steps. */
export const text = {
  title: "Primeiros passos",
  /** Logged. */
  loadFailed: "Erro ao carregar as recomendações",
  lead: "Da fazenda à primeira recomendação. Pare quando quiser: o que já foi feito fica, e o caminho continua daqui.",
  progress: (done: number, all: number) => `${done} de ${all}`,
  next: "Falta agora:",
  showAll: "Ver todos",
  showLess: "Recolher",
  leave: "Sair dos primeiros passos",
  complete: "Tudo pronto: a primeira recomendação está no irrigâmetro.",
  see: "Ver",
  openIrrigameter: "Abrir o irrigâmetro",
  isDone: "feito",
  isNext: "falta agora",
  isLater: "depois",
  firstSector: "Setor 1",
  steps: {
    farm: "Fazenda",
    pivot: "Pivô",
    soil: "Solo",
    season: "Safra",
    station: "Estação ou sensor",
    recommendation: "Primeira recomendação",
  },
  done: {
    farm: "A fazenda está cadastrada.",
    pivot: "O pivô está cadastrado.",
    soil: "O setor do pivô tem o seu solo.",
    season: "A safra está em andamento.",
    station: "Os dados do clima têm de onde vir.",
    recommendation: "A recomendação de hoje está pronta.",
  },
  needs: {
    farm: { note: "Onde fica, e em que fuso horário o dia começa.", action: "Cadastrar fazenda" },
    pivot: { note: "Centro, raio, vazão e eficiência do pivô.", action: "Cadastrar pivô" },
    soil: { note: "Quanta água o solo guarda.", action: "Cadastrar solo" },
    sector: { note: "Ligue o solo a um setor do pivô.", action: "Cadastrar setor" },
    crop: { note: "Quanto a cultura consome em cada estádio.", action: "Cadastrar cultura" },
    season: { note: "O que cresce no setor, e desde quando.", action: "Cadastrar safra" },
    active: { note: "A safra está só planejada: ative-a para o balanço começar.", action: "Ativar safra" },
    station: { note: "De onde vêm temperatura, umidade, vento, radiação e chuva.", action: "Cadastrar estação" },
    sensors: { note: "Falta dizer o que o equipamento mede.", action: "Cadastrar sensores" },
    stationOfFarm: { note: "Escolha a estação no cadastro da fazenda.", action: "Abrir fazenda" },
    noSeason: { note: "Vem com a safra ativa e um dia completo de clima.", action: "Ver equipamentos" },
    noWeather: {
      note: "Falta o clima de ontem: espere a estação completar um dia, ou importe leituras.",
      action: "Importar leituras",
    },
    staleRain: { note: "Falta a chuva de ontem: sem ela não há recomendação.", action: "Importar leituras" },
    doubtedRain: {
      note: "A chuva do pluviômetro está em dúvida: responda na qualidade dos dados.",
      action: "Ver qualidade",
    },
    staleStation: { note: "A estação está sem comunicar.", action: "Ver equipamentos" },
  },
} as const;

export type StepKey = keyof typeof text.steps;
export type NeedKey = keyof typeof text.needs;
