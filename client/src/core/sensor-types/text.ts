export const text = {
  name: "Equipamento",
  measures: "Mede em",
  range: "Faixa",
  from: (min: string, max: string) => `${min} a ${max}`,
  code: "Código",
  kind: "Categoria",
  kinds: {
    weather: "Estação meteorológica",
    rain: "Chuva",
    soil: "Solo",
    pivot: "Pivô",
    flow: "Vazão",
    level: "Nível",
  } as Readonly<Record<string, string>>,
  several: "várias grandezas",
  none: "Este cliente ainda não tem equipamentos",
  noneHint: "Peça ao administrador da conta que vincule a estação, os sensores e os painéis de pivô deste cliente.",
} as const;
