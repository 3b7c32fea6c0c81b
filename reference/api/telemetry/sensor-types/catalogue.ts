/** Kinds of device of the product (domain, 10). Ids are fixed, because devices of all installations reference them. */
export const sensorTypeCatalogue = [
  { _id: "weather-station", name: "Estação meteorológica", kind: "weather", icon: "partly-sunny-outline" },
  { _id: "rain-gauge", name: "Pluviômetro", kind: "rain", unit: "mm", icon: "rainy-outline", min: 0, max: 200 },
  {
    _id: "soil-moisture-probe",
    name: "Sonda de umidade do solo",
    kind: "soil",
    unit: "% vol",
    icon: "layers-outline",
    min: 0,
    max: 70,
  },
  { _id: "tensiometer", name: "Tensiômetro", kind: "soil", unit: "kPa", icon: "magnet-outline", min: 0, max: 200 },
  { _id: "pivot-panel", name: "Painel do pivô", kind: "pivot", unit: "°", icon: "sync-outline", min: 0, max: 360 },
  { _id: "flow-meter", name: "Hidrômetro", kind: "flow", unit: "m³/h", icon: "speedometer-outline", min: 0, max: 5000 },
  { _id: "level-sensor", name: "Sensor de nível", kind: "level", unit: "m", icon: "water-outline", min: 0, max: 50 },
] as const;
