/** Columns of the CSV that is mailed. */
export const reportColumns = {
  farm: "Fazenda",
  pivot: "Pivô",
  sector: "Setor",
  crop: "Cultura",
  date: "Data",
  applied: "Aplicado (mm)",
  required: "Necessário (mm)",
  rain: "Chuva (mm)",
  rainEff: "Chuva efetiva (mm)",
  eto: "ETo (mm)",
  etcAdj: "ETc aj. (mm)",
  dr: "Déficit (mm)",
  raw: "AFD (mm)",
  taw: "CAD (mm)",
  dp: "Excedente (mm)",
  toSubsoil: "Guardado abaixo (mm)",
  subsoil: "Água abaixo das raízes (mm)",
  recommended: "Lâmina recomendada (mm)",
  passes: "Voltas",
  depthPerPass: "Lâmina por volta (mm)",
  percent: "Percentímetro (%)",
  hours: "Tempo das voltas (h)",
  cost: "Custo da recomendação (R$)",
  costToday: "Custo do dia (R$)",
  waitUntil: "Aguardar até",
  otherwise: "Se não chover (mm)",
  status: "Situação no fim do dia",
  outOfService: "Fora de serviço",
  note: "Observação",
} as const;

/** Words of the CSV of the water and energy of pivots. */
export const consumptionCsvText = {
  columns: {
    month: "Mês",
    farm: "Fazenda",
    pivot: "Pivô",
    mm: "Lâmina (mm)",
    m3: "Volume (m³)",
    m3Ha: "Volume por ha (m³/ha)",
    hours: "Bombeamento (h)",
    flow: "Vazão média (m³/h)",
    kwh: "Energia (kWh)",
    kwhMm: "kWh/mm",
    peak: "R$ ponta",
    offpeak: "R$ fora ponta",
    reserved: "R$ reservado",
    total: "R$ total",
    perHa: "R$/ha",
    recorded: "Registrado (m³)",
    origin: "Origem",
  },
  knownBy: { meter: "Medido (hidrômetro)", panel: "Medido (painel)", hours: "Estimado (horas × vazão)" },
} as const;

const number = (value: number, decimals = 0) =>
  value.toLocaleString("pt-BR", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const mm = (value: number) => `${number(value, 1)} mm`;

/** Totals of a period, one in a line of the mail. */
export const totalsText = {
  noSeason: "Nenhum setor teve safra neste período.",
  applied: (depth: number, volume: number) => `Irrigação aplicada: ${mm(depth)} em média, ${number(volume)} m³`,
  required: (depth: number) => `Irrigação requerida: ${mm(depth)} em média`,
  rain: (depth: number, effective: number) => `Chuva: ${mm(depth)}, efetiva ${mm(effective)}`,
  etc: (depth: number) => `ETc ajustada: ${mm(depth)}`,
  stress: (days: number) => `Dias-setor em estresse (Ks < 1): ${number(days)}`,
  excess: (days: number) => `Dias-setor com excesso: ${number(days)}`,
  outOfService: (days: number, inStress: number) =>
    `Dias-setor com a máquina fora de serviço: ${number(days)}, em estresse ${number(inStress)}`,
  noUse: "Nenhum consumo registrado neste período.",
  volume: (volume: number) => `Volume captado: ${number(volume)} m³`,
  hours: (hours: number) => `Bombeamento: ${number(hours, 1)} h`,
  energy: (kwh: number) => `Energia: ${number(kwh)} kWh`,
  cost: (brl: number) => `Custo da energia: R$ ${number(brl, 2)}`,
  permit: (name: string, month: string, percent: number) =>
    `Outorga ${name}, ${month.split("-").reverse().join("/")}: ${number(percent)} % do volume permitido`,
} as const;

const titles = { management: "Manejo da irrigação", consumption: "Consumo de água" } as const;
const titlesInText = { management: "manejo da irrigação", consumption: "consumo de água" } as const;
const fileNames = { management: "manejo-da-irrigacao", consumption: "consumo-de-agua" } as const;
type Report = keyof typeof titles;

const FILE_NOTE = "O arquivo anexo (CSV) abre no Excel e no LibreOffice.";

export const mailText = {
  subject: (report: Report, client: string, from: string, to: string) =>
    `${titles[report]} · ${client} · ${from} a ${to}`,
  body: (report: Report, { author, client, from, to }: Readonly<Record<"author" | "client" | "from" | "to", string>>) =>
    `${author} enviou o relatório de ${titlesInText[report]} de ${client}, de ${from} a ${to}.`,
  fileName: (report: Report, from: string, to: string) => `${fileNames[report]}-${from}-a-${to}.csv`,
  /** The whole text; `last` comes after the name of the program. */
  text: (paragraphs: readonly string[], ...last: readonly string[]) =>
    `${[...paragraphs, FILE_NOTE, "Lâmina", ...last].join("\n\n")}\n`,
} as const;

export const monthlyText = {
  month: (month: string) =>
    new Date(`${month}-01T12:00:00Z`).toLocaleDateString("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" }),
  subject: (report: Report, client: string, month: string) => `${titles[report]} · ${client} · ${month}`,
  body: (report: Report, client: string, month: string) =>
    `Relatório mensal de ${titlesInText[report]} de ${client}: ${month}.`,
  open: (url: string) => `Abrir este relatório no Lâmina\n${url}`,
  end: (url: string) => `Você recebe este e-mail todo mês porque pediu.\nParar de receber:\n${url}`,
} as const;
