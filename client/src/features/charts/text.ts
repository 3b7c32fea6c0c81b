/** Words of the charts. */
export const text = {
  title: "Gráficos",
  tabs: {
    pluviometry: "Pluviometria",
    airhumidity: "Umidade do ar",
    airtemperature: "Temperatura do ar",
    soilmoisture: "Umidade do solo",
  },
  devices: {
    pluviometry: {
      title: "Medem a chuva",
      kinds: ["rain", "weather"],
      none: "Este cliente ainda não tem pluviômetro",
      noneHint: "Cadastre um pluviômetro ou uma estação para acompanhar a chuva.",
    },
    airhumidity: {
      title: "Medem a umidade do ar",
      kinds: ["weather"],
      none: "Este cliente ainda não tem estação meteorológica",
      noneHint: "Cadastre uma estação para acompanhar a umidade do ar.",
    },
    airtemperature: {
      title: "Medem a temperatura do ar",
      kinds: ["weather"],
      none: "Este cliente ainda não tem estação meteorológica",
      noneHint: "Cadastre uma estação para acompanhar a temperatura do ar.",
    },
    soilmoisture: {
      title: "Medem a umidade do solo",
      kinds: ["soil"],
      none: "Este cliente ainda não tem sensores no solo",
      noneHint: "Cadastre um monitor de umidade ou tensiômetro para acompanhar a água no solo.",
    },
  },
} as const;
