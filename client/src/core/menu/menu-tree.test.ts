import { MenuList } from "@lamina/shared/access/menu";
import { describe, expect, it } from "vitest";
import { DEFAULT_MENU, isCurrent, type MenuItem, menuTree, offeredMenu, withDailyRecords } from "./menu-tree.ts";

const tree = (entries: unknown) => menuTree(MenuList.parse(entries));
const outline = (items: readonly MenuItem[]): unknown =>
  items.map((item) => (item.children.length > 0 ? [item.title, outline(item.children)] : item.title));

describe("the menu of a client", () => {
  it("nests its entries, and sorts each level by its order", () => {
    const menu = tree([
      { _id: 3, title: "Chuva", path: "/charts/pluviometry", parentId: "2", order: 2 },
      { _id: 2, title: "Gráficos", path: "/charts", order: 2 },
      { _id: 4, title: "Umidade", path: "/charts/airhumidity", parentId: "2", order: 1 },
      { _id: 1, title: "Mapa", path: "/maps", order: 1 },
    ]);
    expect(outline(menu)).toEqual(["Mapa", ["Gráficos", ["Umidade", "Chuva"]]]);
  });

  it("leaves out entries without a page in the app", () => {
    const menu = tree([
      { _id: 1, title: "Mapa", path: "/maps" },
      { _id: 2, title: "Estoque", path: "/stock" },
      { _id: 3, title: "Neve", path: "/charts/snow" },
      { _id: 4, title: "Fora", path: "https://example.com/maps" },
      { _id: 5, title: "Armadilha", path: "/constructor" },
    ]);
    expect(outline(menu)).toEqual(["Mapa"]);
  });

  it.each(["maps", "/maps", "//maps"])("accepts the path %s as one of the app's own", (path) => {
    expect(tree([{ _id: 1, title: "Mapa", path }])[0]?.path).toBe("/maps");
  });

  it("accepts entries with empty fields, and numbers as ids", () => {
    const menu = tree([
      { _id: 1, title: "Campo", path: null, icon: null, order: "x", parentId: null },
      { _id: 2, title: "Mapa", path: "/maps", icon: 7, parentId: 1 },
    ]);
    expect(outline(menu)).toEqual([["Campo", ["Mapa"]]]);
  });

  it("keeps a heading with entries, and removes one without any", () => {
    const menu = tree([
      { _id: 1, title: "Campo" },
      { _id: 2, title: "Mapa", path: "/maps", parentId: "1" },
      { _id: 3, title: "Vazio" },
      { _id: 4, title: "Estoque", path: "/stock", parentId: "3" },
    ]);
    expect(outline(menu)).toEqual([["Campo", ["Mapa"]]]);
  });

  it("keeps an entry whose parent is missing, and leaves out a cycle of parents", () => {
    const menu = tree([
      { _id: 1, title: "Mapa", path: "/maps", parentId: "gone" },
      { _id: 2, title: "A", path: "/charts", parentId: "3" },
      { _id: 3, title: "B", path: "/report", parentId: "2" },
    ]);
    expect(outline(menu)).toEqual(["Mapa"]);
  });

  it.each([[[]], [[{ _id: 1, title: "Estoque", path: "/stock" }]]])("defaults to the full menu", (entries) => {
    expect(tree(entries)).toBe(DEFAULT_MENU);
    expect(DEFAULT_MENU.map((item) => item.path)).toEqual([
      "/irrigameter",
      "/forecast",
      "/charts",
      "/report",
      "/maps",
      "/setup",
    ]);
  });
});

it("gives an entry without a title the app's own", () => {
  const menu = tree([
    { _id: 1, path: "/charts/pluviometry" },
    { _id: 2, path: "/maps", title: null },
  ]);
  expect(outline(menu)).toEqual(["Pluviometria", "Mapas"]);
});

it("adds the records of every day to a menu that does not list them", () => {
  const added = withDailyRecords(DEFAULT_MENU).slice(DEFAULT_MENU.length);
  expect(outline(added)).toEqual([["Registros", ["Irrigações", "Chuvas"]]]);
  const listed = tree([{ _id: 1, title: "Regas", path: "/setup/watering?parte=irrigacoes" }]);
  expect(withDailyRecords(listed)).toBe(listed);
});

describe("screens that the API cannot feed", () => {
  const offers = (path: string) => ["/maps", "/setup", "/setup/config"].includes(path);
  it("leave the menu, and the rest stays as the API lists it", () => {
    const menu = tree([
      { _id: 1, title: "Campo", path: "/irrigameter", order: 1 },
      { _id: 2, title: "Meu mapa", path: "/maps", parentId: "1" },
      { _id: 3, title: "Chuva", path: "/charts", order: 2 },
      { _id: 4, title: "Fazendas", path: "/setup/farms", parentId: "5" },
      { _id: 5, title: "Cadastros", path: "/setup", order: 3 },
    ]);
    const offered = offeredMenu(menu, offers);
    expect(outline(offered)).toEqual([["Campo", ["Meu mapa"]], "Cadastros"]);
    expect(offered[0]?.path).toBe("");
  });

  it("stay in a menu that would be empty without them", () => {
    const menu = tree([{ _id: 1, title: "Chuva", path: "/charts" }]);
    expect(offeredMenu(menu, offers)).toBe(menu);
  });
});

describe("the current entry", () => {
  const [charts] = tree([
    { _id: 1, title: "Gráficos", path: "/charts" },
    { _id: 2, title: "Chuva", path: "/charts/pluviometry", parentId: "1" },
  ]);
  it.each([
    ["/charts", true],
    ["/charts/airhumidity", true],
    ["/chartsandmore", false],
    ["/maps", false],
    ["/", false],
  ])("on %s by the first path segment: %s", (pathname, current) => {
    expect(charts && isCurrent(charts, pathname)).toBe(current);
  });
});
