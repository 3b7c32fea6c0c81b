/** A thing that happens on the demo farm, as told in a notification (domain, 9): what, where, when. */
export function describeEvent(random: () => number, at: Date, timezone: string): string {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const pivot = `Pivô ${String(between(1, 9)).padStart(2, "0")}`;
  const time = at.toLocaleTimeString("pt-BR", { timeZone: timezone, hour: "2-digit", minute: "2-digit" });
  const tell = pick([
    () => `${pivot} parou em ${between(0, 359)}° (${pick(["baixa pressão", "desalinhamento", "falta de energia"])})`,
    () => `${pivot} partiu em ${between(0, 359)}° a ${between(20, 100)} %`,
    () => `${pivot}: irrigar hoje, ${between(6, 18)} mm`,
    () => `${pivot} entrou em estresse: déficit de ${between(30, 60)} mm`,
    () => `Chuva de ${between(5, 40)} mm na estação da sede`,
    () => `Sonda ${between(1, 12)} sem comunicar há ${between(3, 12)} h`,
    () => `Bateria baixa na sonda ${between(1, 12)}: ${between(5, 15)} %`,
  ]);
  return `${tell()} às ${time}`;
}
