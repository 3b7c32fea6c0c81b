import { expect, it } from "vitest";
import { findTargets, searchTargets, type Target } from "./targets.ts";

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
    mayRecord: true,
    maySetUp: false,
  };
  expect(searchTargets(data)).toEqual([{ to: "/charts/airhumidity", label: "Umidade", hint: "Tela · Gráficos" }]);
  const [, newPivot] = searchTargets({ ...data, maySetUp: true });
  expect(newPivot).toMatchObject({ label: "Novo pivô", to: "/setup/farms?parte=pivos&novo=", isAction: true });
});
