/** Words of the irrigâmetro. */
export const text = {
  title: "Irrigâmetro",
  tabs: {
    calculated: "Calculado",
    sensor: "Sensor",
    "calculated-pivot": "Calculado",
    "sensor-pivot": "Sensor",
  },
  calculated: {
    title: "De onde vem o balanço calculado",
    kinds: ["weather", "rain", "pivot", "flow"],
    none: "Este cliente ainda não tem estação nem pivô",
    noneHint: "O balanço é calculado com a chuva, o clima e as irrigações: cadastre uma estação ou um painel de pivô.",
  },
  sensor: {
    title: "Sensores de umidade do solo",
    kinds: ["soil"],
    none: "Este cliente ainda não tem sensores no solo",
    noneHint: "Cadastre um monitor de umidade ou tensiômetro em um setor para acompanhar a água medida no solo.",
  },
} as const;
