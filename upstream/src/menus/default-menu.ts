import type { Screen } from "@lamina/shared/rights";

/** An entry of the menu that a new client gets. Icons are names of ionicons. */
export interface DefaultEntry {
  title: string;
  path: string;
  icon: string;
  screen: Screen;
  children?: DefaultEntry[];
}

/** The routes of §2, in Portuguese. */
export const defaultMenu: readonly DefaultEntry[] = [
  section("Irrigâmetro", "/irrigameter", "water-outline", "irrigameter", [
    ["Calculado", "calculated", "calculator-outline"],
    ["Sensor", "sensor", "hardware-chip-outline"],
  ]),
  section("Previsão do tempo", "/forecast", "partly-sunny-outline", "forecast", [
    ["Semanal", "forecastweekly", "calendar-outline"],
    ["Diária", "forecastdaily", "time-outline"],
  ]),
  section("Gráficos", "/charts", "stats-chart-outline", "charts", [
    ["Pluviometria", "pluviometry", "rainy-outline"],
    ["Umidade do ar", "airhumidity", "cloud-outline"],
    ["Temperatura do ar", "airtemperature", "thermometer-outline"],
    ["Umidade do solo", "soilmoisture", "layers-outline"],
  ]),
  section("Relatórios", "/report", "document-text-outline", "report", [
    ["Manejo da irrigação", "irrigationmanager", "clipboard-outline"],
    ["Consumo de água", "waterconsuption", "speedometer-outline"],
  ]),
  { title: "Mapas", path: "/maps", icon: "map-outline", screen: "maps" },
  {
    title: "Configurações",
    path: "/setup",
    icon: "settings-outline",
    screen: "farms",
    children: [
      setup("Fazendas", "farms", "leaf-outline"),
      setup("Cliente", "config", "options-outline"),
      setup("Equipamentos", "device", "hardware-chip-outline"),
      setup("Monitores", "monitor", "pulse-outline"),
      setup("Safra e balanço", "balance", "scale-outline"),
      setup("Irrigações", "watering", "water-outline"),
      setup("Usuários", "user", "person-outline"),
      setup("Grupos de usuários", "usersgroup", "people-outline"),
    ],
  },
];

function section(
  title: string,
  path: string,
  icon: string,
  screen: Screen,
  children: readonly (readonly [title: string, segment: string, icon: string])[],
): DefaultEntry {
  const entries = children.map(([title, segment, icon]) => ({ title, path: `${path}/${segment}`, icon, screen }));
  return { title, path, icon, screen, children: entries };
}

function setup(title: string, screen: Screen, icon: string): DefaultEntry {
  return { title, path: `/setup/${screen}`, icon, screen };
}
