/** Titles of the sections and of their pages, for the default menu, the tabs and a group's matrix of rights. */
export const screenTitles = {
  irrigameter: {
    title: "Irrigâmetro",
    pages: {
      calculated: "Calculado",
      sensor: "Sensor",
      "calculated-pivot": "Calculado",
      "sensor-pivot": "Sensor",
    },
  },
  forecast: { title: "Previsão do tempo", pages: { forecastweekly: "Semanal", forecastdaily: "Diária" } },
  charts: {
    title: "Gráficos",
    pages: {
      pluviometry: "Pluviometria",
      airhumidity: "Umidade do ar",
      airtemperature: "Temperatura do ar",
      soilmoisture: "Umidade do solo",
    },
  },
  report: {
    title: "Relatórios",
    pages: { irrigationmanager: "Manejo da irrigação", waterconsuption: "Consumo de água" },
  },
  maps: { title: "Mapas", pages: {} },
  setup: {
    title: "Configurações",
    pages: {
      farms: "Fazendas",
      config: "Cliente",
      device: "Equipamentos",
      monitor: "Monitores",
      balance: "Safra e balanço",
      watering: "Irrigações",
      user: "Usuários",
      usersgroup: "Grupos de usuários",
    },
  },
} as const;
