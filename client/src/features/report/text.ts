/** Words of the reports. */
export const text = {
  title: "Relatórios",
  tabs: { irrigationmanager: "Manejo da irrigação", waterconsuption: "Consumo de água" },
  devices: {
    irrigationmanager: {
      title: "Registram o manejo",
      kinds: ["pivot", "rain", "weather", "soil"],
      none: "Este cliente ainda não tem o que registre o manejo",
      noneHint: "Cadastre uma estação, um painel de pivô ou um sensor no solo.",
    },
    waterconsuption: {
      title: "Medem o consumo de água",
      kinds: ["flow", "pivot", "level"],
      none: "Este cliente ainda não tem hidrômetro",
      noneHint: "Cadastre um hidrômetro ou um painel de pivô para acompanhar o consumo e a outorga.",
    },
  },
} as const;
