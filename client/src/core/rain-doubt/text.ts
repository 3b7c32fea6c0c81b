import type { RainDoubtKind } from "@lamina/shared/records/weather";

/** Words of the question about rain that is not believed, with its ways out. */
export const text = {
  question: (gauge: string | null, days: string) =>
    `Chuva de ${days} em dúvida: o pluviômetro ${gauge ?? "da fazenda"}`,
  span: (first: string, last: string, count: number) => `${first} a ${last} (${count} dias)`,
  kinds: {
    counter: (mm) => `parece enviar o total acumulado (${mm} em um dia). É o total acumulado?`,
    rate: (mm) => `mediu mais de 150 mm em uma hora (${mm} no dia). A chuva foi mesmo essa?`,
    day: (mm) => `mediu ${mm} em um dia. A chuva foi mesmo essa?`,
    impossible: (mm) => `mediu ${mm} em um dia, mais do que já choveu em um dia no Brasil. É o total acumulado?`,
    neighbours: (mm) => `mediu ${mm}, e os outros da fazenda, menos de um quinto disso. A chuva foi mesmo essa?`,
  } satisfies Readonly<Record<RainDoubtKind, (mm: string) => string>>,
  asTotal: "Tratar como acumulado",
  accept: "A chuva foi mesmo essa",
  done: {
    asTotal: "Chuva recalculada pelas diferenças do total",
    accept: "Chuva aceita",
  },
  failed: "Não foi possível gravar. Tente de novo.",
  forbidden: "Seu usuário não pode mudar isto.",
} as const;
