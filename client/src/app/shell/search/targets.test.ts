import { keysOf } from "@lamina/shared/core/keys";
import { screenPaths } from "@lamina/shared/screens/screens";
import { screenTitles } from "@lamina/shared/screens/text";
import { expect, it } from "vitest";
import { DEFAULT_MENU } from "../../../core/menu/menu-tree.ts";
import { partTitles } from "../../../core/navigation/part-titles-text.ts";
import { STORED_CONFIG } from "../../../core/runtime-config/has-feature.ts";
import { orderText } from "../../../features/irrigameter/today/order-text.ts";
import { text as report } from "../../../features/report/text.ts";
import { text as balance } from "../../../features/setup/balance/text.ts";
import { text as config } from "../../../features/setup/config/text.ts";
import { text as gateways } from "../../../features/setup/connect/text.ts";
import { text as deleted } from "../../../features/setup/deleted/text.ts";
import { text as devices } from "../../../features/setup/devices/text.ts";
import { text as farms } from "../../../features/setup/farms/text.ts";
import { text as groups } from "../../../features/setup/groups/text.ts";
import { text as monitors } from "../../../features/setup/monitors/text.ts";
import { text as users } from "../../../features/setup/users/text.ts";
import { text as waterings } from "../../../features/setup/watering/text.ts";
import { deviceStorage } from "../../../platform/storage.ts";
import { text as shell } from "../text.ts";
import type { Target } from "./target.ts";
import { findTargets, searchTargets } from "./targets.ts";
import { text } from "./text.ts";

const targets: Target[] = [
  { to: "/p1", label: "Pivô 01", hint: "Pivô · Buriti" },
  { to: "/p5", label: "Pivô 05", hint: "Pivô · Buriti" },
  { to: "/s1", label: "Sonda Pivô 05", hint: "Sonda · Buriti" },
  { to: "/maps", label: "Mapas", hint: "Tela" },
  { to: "/a", label: "Irriguei · Pivô 05", hint: "Ação", isAction: true },
];
const found = (search: string, recent: string[] = []) => findTargets(targets, search, recent).map(({ to }) => to);

it("finds all words without accents, names that begin with them first", () => {
  expect(found("pivo 05")).toEqual(["/p5", "/s1", "/a"]);
  expect(found("05 irriguei")).toEqual(["/a"]);
  expect(found("xyz")).toEqual([]);
  expect(found("pivô05")).toEqual(["/p5", "/s1", "/a"]);
});

it("without a search shows the recently seen first, and no actions", () => {
  expect(found("", ["/maps", "/gone"])).toEqual(["/maps", "/p1", "/p5", "/s1"]);
});

it("lists the pages of the menu with their section", () => {
  const leaf = { id: "b", title: "Umidade", path: "/charts/airhumidity", icon: "", children: [] };
  const menu = [{ id: "a", title: "Gráficos", path: "", icon: "", children: [leaf] }];
  const data = {
    client: { typeChart: 1 as const },
    menu,
    board: undefined,
    sources: undefined,
    can: () => false,
  };
  expect(searchTargets(data)[0]).toMatchObject({
    to: "/charts/airhumidity",
    label: "Umidade",
    hint: "Tela · Gráficos",
  });
  const add = (can: boolean) => searchTargets({ ...data, can: () => can }).find(({ label }) => label === "Novo pivô");
  expect(add(false)).toBeUndefined();
  expect(add(true)).toMatchObject({ label: "Novo pivô", to: "/setup/farms?parte=pivos&novo=", isAction: true });
});

deviceStorage.write(STORED_CONFIG, JSON.stringify({ features: ["second-factor", "sessions"] }));

/** Everything of a client with one sector, for a user who may do all. */
function everything(): Target[] {
  const titleOf = (path: string) => {
    const [, section = "", page = ""] = path.split("/");
    const words = Object.entries(screenTitles).find(([name]) => name === section)?.[1];
    return Object.entries<string>(words?.pages ?? {}).find(([name]) => name === page)?.[1] ?? words?.title ?? "";
  };
  const pages = screenPaths.map((path) => ({ id: path, title: titleOf(path), path, icon: "", children: [] }));
  const board = {
    farms: [{ _id: "f", name: "Buriti" }],
    pivots: [{ _id: "p", name: "Pivô 05", farmId: "f" }],
    sectors: [{ sector: { _id: "s", name: "Setor A", pivotId: "p" } }],
  };
  return searchTargets({
    client: { typeChart: 1 },
    menu: [...DEFAULT_MENU, ...pages],
    board: board as never,
    sources: undefined,
    can: () => true,
  });
}

/** The words of all buttons that begin a new record. */
function addWords(words: object): string[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value === "string") return key === "add" ? [value] : [];
    return typeof value === "object" && value !== null ? addWords(value) : [];
  });
}

it("finds each section, tab and part, and each button of its own", () => {
  const all = everything();
  const names = [
    ...Object.values(screenTitles).flatMap(({ title, pages }) => [title, ...Object.values<string>(pages)]),
    ...keysOf(partTitles).flatMap((screen) => Object.values<string>(partTitles[screen])),
    ...[farms, config.tariff, config.permit, config.alert, balance, waterings, devices, gateways].flatMap(addWords),
    ...[users, groups, monitors].map(({ words }) => words.add),
    ...[report.print, report.mail.open, report.tabs.waterconsuption],
    ...[
      shell.secondFactor,
      shell.sessions,
      deleted.title,
      shell.notifications,
      shell.changePassword,
      shell.logout,
      shell.policy,
      text.keys,
    ],
    ...[text.actions, text.machineActions, text.farmActions, orderText.acts].flatMap((words) => Object.values(words)),
  ];
  const missing = names.filter((name) => findTargets(all, name, []).length === 0);
  expect(missing).toEqual([]);
  // As typed by a person in a hurry.
  expect(names.filter((name) => findTargets(all, name.replace(/\s/g, "").toUpperCase(), []).length === 0)).toEqual([]);
});

it.each([
  ["bomba", "Captações"],
  ["captação", "Captações"],
  ["cultura", "Culturas"],
  ["histórico", "Irrigações"],
  ["imprimir", "Imprimir ou PDF"],
  ["tarifa", "Tarifas de energia"],
  ["outorga", "Outorgas"],
  ["senha", "Trocar a senha"],
  ["plano", "Plano do dia"],
  ["pivô05", "Pivô 05"],
  ["energia", "Tarifas de energia"],
  ["poço", "Captações"],
  ["cultura pivô 05", "Safra · Pivô 05 · Setor A"],
  ["captacao", "Captações"],
  ["bombas", "Captações"],
  ["bomba quebrada", "Quebrou / fora de serviço · Pivô 05"],
  ["pivot 05", "Pivô 05"],
  ["ordens da noite", "Ordens da noite · Buriti"],
  ["turno", "Passagem de turno · Buriti"],
  ["chuva", "Registrar chuva · Pivô 05 · Setor A"],
  ["pluviometro", "Pluviometria"],
  ["desligar", "Irriguei · Pivô 05 · Setor A"],
  ["vazao", "Captações"],
  ["talhao", "Setores"],
  ["safra passada", "Comparar com a safra passada"],
  ["relatorio do mes", "Relatório do mês passado"],
  ["sonda", "Monitores"],
  ["funcionario", "Usuários"],
  ["como trocar de senha", "Trocar a senha"],
  ["backup", "Exportar planilha"],
  ["lixeira", "Excluídos dos últimos 30 dias"],
  ["celular", "Segundo fator"],
  ["notificacao", "Notificações"],
  ["irrigacao", "Irrigações"],
])("finds %s, a word of the field", (word, label) => {
  expect(findTargets(everything(), word, []).map((target) => target.label)).toContain(label);
});
