import type { AdviceReason, Blocker, HardLimit, PermitStop, PlanReason } from "./reasons.ts";

/** The words of one reason, by place. */
interface ReasonWords {
  /** The name of its term in "Por quê?". */
  why?: string;
  /** Its sentence in the plan, on Hoje and in alerts, with its value. */
  plan?: (value: string) => string;
  /** After "Sem recomendação:". */
  blocked?: string;
  /** A warning on the machine's card. */
  card?: string;
  /** In the alert of a machine that does not run. */
  alert?: string;
  /** What resolves it. */
  remedy?: string;
}

type Must<Key> = (Key extends AdviceReason ? Pick<Required<ReasonWords>, "why"> : unknown) &
  (Key extends PlanReason ? Pick<Required<ReasonWords>, "plan"> : unknown) &
  (Key extends HardLimit ? Pick<Required<ReasonWords>, "alert" | "remedy"> : unknown) &
  (Key extends PermitStop ? Pick<Required<ReasonWords>, "card"> : unknown) &
  (Key extends Blocker ? Pick<Required<ReasonWords>, "blocked"> : unknown);

type ReasonTable = { [Key in AdviceReason | PlanReason | Blocker]: Must<Key> } & Readonly<Record<string, ReasonWords>>;

/** The words of every reason, the same on card, plan, "Por quê?" and in alerts. A missing word fails the types. */
export const reasonText = {
  drBefore: { why: "Déficit anterior (Dr)" },
  rootsDr: { why: "+ Déficit do solo que as raízes alcançaram" },
  etcAdj: { why: "+ ETc ajustada" },
  rainEff: { why: "− Chuva efetiva" },
  irrNet: { why: "− Irrigação líquida" },
  toSubsoil: { why: "+ Guardado abaixo das raízes" },
  dp: { why: "+ Excedente (EXC)" },
  adjusted: { why: "± Ajuste" },
  drEnd: { why: "= Déficit no fim do dia" },
  rainToday: { why: "− Chuva de hoje" },
  irrToday: { why: "− Irrigação de hoje" },
  drNow: { why: "= Déficit de hoje, antes do consumo do dia (Dr)" },
  dr: { why: "Déficit de hoje, antes do consumo do dia (Dr)" },
  drDecided: { why: "Déficit quando foi decidida (Dr)" },
  roomForRain: { why: "− Espaço deixado para a chuva" },
  "limit-emergence": { why: "− Além do limite até a emergência" },
  "limit-maturity": { why: "− Além do que a cultura ainda usa até a maturação" },
  "limit-harvest": { why: "− Além do que a cultura ainda usa até a colheita" },
  budgetSpared: { why: "− Poupado para onde a água vale mais (orçamento)" },
  deficitLeft: { why: "− Fica para depois (déficit)" },
  rounding: { why: "± Arredondamento do painel" },
  lightest: { why: "+ A mais: o painel não dá menos por volta" },
  sharedRun: { why: "± Acerto à passada comum dos setores" },
  net: { why: "= Lâmina líquida (LL)" },
  driestQuarter: { why: "÷ Parte do quarto mais seco (CUD)" },
  windLoss: { why: "Ea a menos pelo vento e pelo calor das horas" },
  efficiency: { why: "÷ Eficiência (Ea)" },
  gross: { why: "= Lâmina bruta (LB)" },
  passLimit: { why: "Limite por volta (infiltração)" },
  hoursRev: { why: "Tempo de todas as voltas na área toda (TV)" },
  hoursToday: { why: "Horas deste setor hoje" },
  costToday: { why: "Custo da parte de hoje" },
  cost: { why: "Custo de todas as voltas" },
  lossPerMm: { why: "1 mm em falta custa" },
  budgetMm: { why: "Orçamento da safra: 1 mm vale" },
  waitCost: { why: "Esperar um dia custa" },
  trigger: { why: "Irrigar a partir de" },
  raw: { why: "AFD" },
  subsoil: { why: "Água disponível abaixo das raízes" },
  kc: { why: "Kc" },
  kcCurve: { why: "Kc da curva, sem a cobertura observada" },
  kcTable: { why: "Kc da tabela, sem o clima da safra" },
  etc: { why: "ETc esperada" },
  "night-offset": { why: "Radiação com desvio à noite: erro na ETo por dia" },
  "above-clear-sky": { why: "Radiação acima do céu limpo: erro na ETo por dia" },
  "clock-off": { why: "Relógio da estação fora de hora: erro na ETo por dia" },
  lookAhead: { why: "Consumo até a água chegar a toda a área" },
  noForecast: { why: "Idade da previsão" },
  rainForecast: { why: "Chuva prevista" },
  rainChance: { why: "Probabilidade dessa chuva" },
  rainExpected: { why: "Chuva esperada (quantidade × probabilidade)" },
  rainEnsemble: { why: "Chuva esperada (média dos cenários da previsão)" },
  waitSaves: { why: "Esperar economiza, em média" },
  waitRisks: { why: "Esperar arrisca, em média" },
  turningPrice: { why: "Valor da produção a partir do qual irrigaria já" },
  noHours: { why: "Horas por dia em que a máquina pode ligar" },
  tooSlow: { why: "Horas para a menor lâmina que vale ligar" },
  panelLimit: { why: "O que limita a lâmina" },
  drains: { why: "Da volta não se aproveita" },
  leastDepth: { why: "Menor lâmina que vale ligar" },
  enough: { why: "A água do solo basta por" },
  raised: { why: "+ Até a menor lâmina que vale ligar" },
  harvestPending: { why: "Ciclo terminado: registre a colheita" },
  capacity: { why: "A máquina repõe por dia" },
  demand: { why: "A cultura consome por dia" },
  passes: { why: "Voltas" },
  depthPerPass: { why: "Lâmina de cada volta" },
  percent: { why: "Percentímetro (P)" },
  noRoom: {
    why: "Não cabe no plano: horas pedidas",
    plan: (value: string) => `precisa de ${value} de bomba, mais do que há hoje`,
  },
  waitsFor: { why: "Espera outra máquina", plan: (value: string) => `espera ${value}` },
  continuesTomorrow: { why: "Continua amanhã por", plan: (value: string) => `continua amanhã por ${value}` },
  stopNow: {
    why: "= Parar agora vale mais por",
    plan: (value: string) => `parar agora vale ${value} mais do que seguir`,
  },
  stopLittle: {
    why: "= Parar vale só",
    plan: (value: string) => `parar vale só ${value}: pouco para parar e ligar de novo`,
  },
  goOn: { why: "= Seguir vale mais por", plan: (value: string) => `seguir vale ${value} mais do que parar` },
  runLet: { why: "Deixada seguir por", plan: (value: string) => `deixada seguir por ${value}` },
  stopFor: { why: "Espera por ela", plan: (value: string) => `${value} espera por ela` },
  stopSaves: { why: "Parar agora economiza, em média", plan: (value: string) => `parar agora economiza ${value}` },
  stopWaiting: { why: "… a quem espera", plan: (value: string) => `${value} a quem espera` },
  stopEnergy: { why: "… em energia", plan: (value: string) => `${value} em energia` },
  stopWater: { why: "… em água", plan: (value: string) => `${value} em água` },
  stopBudget: {
    why: "… em água, pelo que vale no orçamento da safra",
    plan: (value: string) => `${value} em água, pelo orçamento da safra`,
  },
  stopDrains: { why: "Da lâmina que falta percolaria", plan: (value: string) => `${value} percolariam` },
  stopRisks: { why: "− Parar agora arrisca, em média", plan: (value: string) => `arrisca ${value} de produção` },
  underWay: { why: "Em andamento, ainda", plan: (value: string) => `em andamento, ainda ${value}` },
  outOfService: {
    why: "Fora de serviço até",
    plan: (value: string) => (value ? `fora de serviço até ${value}` : "fora de serviço"),
    alert: "fora de serviço",
    remedy: "Mudar hora ou lâmina não resolve: registre a volta ao serviço quando a máquina puder funcionar.",
  },
  exceedsSource: {
    why: "Mais do que a captação fornece",
    plan: (value: string) => `pede ${value}, mais do que a captação fornece`,
    alert: "a captação não fornece tanto",
    remedy: "Mudar hora ou lâmina não resolve: só uma captação de mais vazão.",
  },
  exceedsPower: {
    why: "Mais potência do que há",
    plan: (value: string) => `pede ${value}, mais potência do que há`,
    alert: "não há tanta potência",
    remedy: "Mudar hora ou lâmina não resolve: só uma captação de mais potência.",
  },
  permitFlow: {
    why: "Mais do que a outorga permite",
    plan: (value: string) => `pede ${value}, mais do que a outorga permite`,
    card: "A vazão da máquina passa da outorgada: não pode captar",
    alert: "vazão acima da outorgada",
    remedy: "Mudar hora ou lâmina não resolve: só uma outorga de mais vazão.",
  },
  permitDays: {
    why: "Dias de outorga do mês acabaram; pede",
    plan: () => "os dias de outorga do mês acabaram",
    card: "Dias de captação do mês usados: não pode captar hoje",
    alert: "dias da outorga usados",
    remedy: "Mudar hora ou lâmina não resolve: os dias voltam no dia 1º, ou com uma outorga de mais dias.",
  },
  permitUsedUp: {
    why: "Volume da outorga do mês acabou; pede",
    plan: () => "o volume da outorga no mês acabou",
    card: "Volume da outorga do mês usado: não pode captar",
    alert: "volume da outorga usado",
    remedy: "Mudar hora ou lâmina não resolve: o volume volta no dia 1º, ou com uma outorga de mais volume.",
  },
  permitExpired: {
    why: "Outorga vencida; pede",
    plan: () => "a outorga venceu",
    card: "Outorga vencida: não pode captar",
    alert: "outorga vencida",
    remedy: "Mudar hora ou lâmina não resolve: renove a outorga e registre a nova validade.",
  },
  permitMonth: {
    why: "Cabe na outorga deste mês; o restante, no mês que vem",
    plan: (value: string) => `${value} neste mês, o que resta da outorga; o restante no mês que vem`,
  },
  permitVolume: {
    why: "Resta da outorga no mês",
    plan: (value: string) => `cortado para ${value}: é o que resta da outorga no mês`,
  },
  permitDaysLeft: {
    why: "Cabe nos dias que restam da outorga",
    plan: (value: string) => `cortado para ${value}: é o que cabe nos dias que restam da outorga no mês`,
  },
  permitEnds: {
    why: "Cabe até a outorga vencer",
    plan: (value: string) => `cortado para ${value}: é o que cabe até a outorga vencer`,
  },
  permitHours: {
    why: "Horas por dia da outorga",
    plan: (value: string) => `a outorga permite ${value} por dia`,
    card: "A outorga não permite captar nem meia hora por dia",
    alert: "outorga sem horas por dia",
    remedy: "Mudar hora ou lâmina não resolve hoje: só uma outorga de mais horas por dia.",
  },
  contradicted: { why: "Conferir antes de irrigar", blocked: "conferir antes de irrigar" },
  "soil-range": {
    why: "Solo com CC − PMP impossível: corrija o cadastro",
    blocked: "o solo cadastrado retém uma água impossível (CC − PMP): corrija o solo",
  },
  interval: { why: "Turno de rega" },
  daysToRun: { why: "Dias para regar este setor" },
  fallow: { why: "Sem safra ativa", blocked: "sem safra ativa" },
  "stale-weather": { why: "Balanço sem dados de clima", blocked: "balanço sem dados de clima" },
  "stale-rain": { why: "Chuva não recebida", blocked: "chuva não recebida" },
  "doubted-rain": { why: "Chuva em dúvida", blocked: "chuva em dúvida" },
  "stale-station": { why: "Estação sem comunicar", blocked: "estação sem comunicar" },
  // By the hours until AFD. The bare number of a machine is its place in Hoje.
  order: { plan: (value: string) => `${value}º em urgência` },
  hoursToCritical: { plan: (value: string) => `${value} até a AFD` },
  late: { plan: (value: string) => `termina ${value} depois do estresse` },
  tariff: { plan: (value: string) => value },
  blocked: { plan: (value: string) => value },
  lossBrl: { plan: (value: string) => `${value} de produção perdidos até a água chegar` },
  lossUnwatered: { plan: (value: string) => `sem água perde ${value} de produção até o fim do plano` },
  startsLater: { plan: (value: string) => `começa ${value}` },
  "silent-probe": { blocked: "sonda sem leitura" },
  "no-probe": { blocked: "setor sem sonda" },
} satisfies ReasonTable;

const byKey: ReadonlyMap<string, ReasonWords> = new Map(Object.entries(reasonText));

/** The words of a reason; empty for a key unknown to this version. */
export const wordsOfReason = (key: string): ReasonWords => byKey.get(key) ?? {};
