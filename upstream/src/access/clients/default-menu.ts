import { randomUUID } from "node:crypto";
import type { Screen } from "@lamina/shared/rights";
import type { Database } from "../../core/database/open.ts";
import { menus } from "../../schema/menus.ts";

/** An entry of the menu that a new client gets. Icons are names of ionicons. */
interface DefaultFields {
  title: string;
  path: string;
  icon: string;
  screen: Screen;
}

interface DefaultEntry extends DefaultFields {
  children?: DefaultEntry[];
}

/** The routes of §2, in Portuguese. */
const defaultMenu: readonly DefaultEntry[] = [
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

/** The full default menu (readings, 8). Its ids are the paths. */
export function defaultMenuEntries(): (DefaultFields & { _id: string; parentId: string | null; order: number })[] {
  const rows: ReturnType<typeof defaultMenuEntries> = [];
  const add = (entries: readonly DefaultEntry[], parentId: string | null): void => {
    for (const { children = [], ...entry } of entries) {
      rows.push({ ...entry, _id: entry.path, parentId, order: rows.length });
      add(children, entry.path);
    }
  };
  add(defaultMenu, null);
  return rows;
}

/** Gives a new client the default menu. */
export async function insertDefaultMenu(transaction: Database, clientId: string, now: Date): Promise<void> {
  const entries = defaultMenuEntries();
  const ids = new Map(entries.map(({ _id }) => [_id, randomUUID()]));
  const rows = entries.map(({ _id, parentId, ...entry }) => ({
    ...entry,
    _id: ids.get(_id) ?? randomUUID(),
    parentId: parentId && (ids.get(parentId) ?? null),
    clientId,
    createdAt: now,
    updatedAt: now,
  }));
  await transaction.insert(menus).values(rows);
}
