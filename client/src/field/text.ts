/** Words that the screens of a farm share. */
export const text = {
  /** A sector over which the arm passes without water. */
  dry: "seco",
  /** Of a table with more settings than a line has room for. */
  sectors: (count: number) => `${count} setores`,
  range: (least: string, most: string) => `${least} a ${most}`,
  late: (hours: string) => `${hours} h atrasado`,
  atRisk: (brl: string) => `${brl} em risco`,
  tomorrow: "amanhã",
  yesterday: "ontem",
  rests: (spans: string) => `descansa ${spans}`,
  passesAt: (passes: string, single: boolean, percent: string) =>
    `${passes} ${single ? "volta" : "voltas"} a ${percent} %`,
} as const;
