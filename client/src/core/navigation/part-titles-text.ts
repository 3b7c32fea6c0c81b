/** Titles of the parts of set-up screens, by the screen and by the part's name in the address. */
export const partTitles = {
  farms: {
    fazendas: "Fazendas",
    pivos: "Pivôs",
    setores: "Setores",
    solos: "Solos",
    captacoes: "Captações",
    calibracoes: "Calibrações",
  },
  config: {
    cliente: "Cliente",
    manejo: "Manejo",
    tarifas: "Tarifas de energia",
    outorgas: "Outorgas",
    alertas: "Alertas",
    webhook: "Webhook",
  },
  device: {
    equipamentos: "Equipamentos",
    sensores: "Sensores",
    qualidade: "Qualidade",
    conectar: "Conectar",
    chaves: "Chaves",
    tipos: "Tipos",
  },
  balance: { safras: "Safras", coberturas: "Cobertura", orcamentos: "Orçamento de água", culturas: "Culturas" },
  watering: { irrigacoes: "Irrigações", chuvas: "Chuvas" },
} as const;
