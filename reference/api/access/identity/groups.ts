import { Action, type Permission, Screen } from "@lamina/shared/access/rights";

/** A group that every installation has (domain, 7). */
interface BuiltInGroup {
  _id: string;
  name: string;
  permissions: Permission[];
  allClients: boolean;
}

type Rule = (screen: Screen) => readonly Action[];

const ALL = Action.options;
const ADMINISTRATION: readonly Screen[] = ["user", "usersgroup"];
/** Screens that an agronomist edits: crops, seasons, soils, probes, irrigations. */
const AGRONOMY: readonly Screen[] = ["farms", "monitor", "balance", "watering", "alerts", "irrigameter"];

/** Moves machines, so that groups other than the first two get it from an administrator alone. */
const COMMANDS: Screen = "commands";

const operator: Rule = (screen) => {
  if (screen === COMMANDS) return [];
  if (ADMINISTRATION.includes(screen) || screen === "config") return [];
  if (screen === "watering") return ["view", "create", "edit"];
  if (screen === "alerts" || screen === "irrigameter") return ["view", "edit"];
  return ["view"];
};

export const GroupId = {
  administrator: "administrador",
  manager: "gestor",
  agronomist: "agronomo",
  operator: "operador",
  viewer: "consulta",
} as const;

export const builtInGroups: readonly BuiltInGroup[] = [
  group(GroupId.administrator, "Administrador", () => ALL, true),
  group(GroupId.manager, "Gestor", () => ALL),
  group(GroupId.agronomist, "Agrônomo", (screen) =>
    AGRONOMY.includes(screen) ? ALL : ADMINISTRATION.includes(screen) || screen === COMMANDS ? [] : ["view"],
  ),
  group(GroupId.operator, "Operador", operator),
  group(GroupId.viewer, "Consulta", (screen) =>
    ADMINISTRATION.includes(screen) || screen === COMMANDS ? [] : ["view"],
  ),
];

function group(_id: string, name: string, rule: Rule, allClients = false): BuiltInGroup {
  const permissions = Screen.options.map((screen) => {
    const actions = rule(screen);
    return {
      screen,
      view: actions.includes("view"),
      create: actions.includes("create"),
      edit: actions.includes("edit"),
      remove: actions.includes("remove"),
    };
  });
  return { _id, name, permissions, allClients };
}
