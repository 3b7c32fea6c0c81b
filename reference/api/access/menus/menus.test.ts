import { type MenuEntry, MenuList } from "@lamina/shared/access/menu";
import { SensorTypeList } from "@lamina/shared/records/sensor-type";
import { expect, it } from "vitest";
import { describeApi, expectProblem, type TestApi } from "../../../testing/api.ts";

async function menuOf(api: TestApi, userName: string, ID: string): Promise<MenuEntry[]> {
  return MenuList.parse((await api.send(`/Menu/GetByClientID?ID=${ID}`, { token: await api.login(userName) })).body);
}

const paths = (menu: readonly MenuEntry[]) => menu.map(({ path }) => path);

describeApi("menus and sensor types", (api) => {
  it("gives the menu of a client by its id, nested, in Portuguese, with icons", async () => {
    const menu = await menuOf(api(), "ana", "1001");
    const parents = new Set(menu.map(({ _id }) => _id));
    expect(menu.filter(({ parentId }) => !parentId).map(({ title }) => title)).toEqual([
      "Irrigâmetro",
      "Previsão do tempo",
      "Gráficos",
      "Relatórios",
      "Mapas",
      "Configurações",
      "Registros",
    ]);
    for (const { parentId, icon, path } of menu) {
      expect(!parentId || parents.has(parentId)).toBe(true);
      expect(icon).toMatch(/^[a-z-]+-outline$/);
      expect(path).toMatch(/^(\/[a-z]+(\/[a-z-]+(\?parte=[a-z]+)?)?)?$/);
    }
    expect(await menuOf(api(), "ana", "demo-santa-clara")).toEqual(menu);
  });

  it("names the pages for the client's typeChart", async () => {
    expect(paths(await menuOf(api(), "ana", "1001"))).toContain("/irrigameter/calculated-pivot");
    expect(paths(await menuOf(api(), "ana", "1002"))).toContain("/irrigameter/calculated");
  });

  it("omits screens that the user may not see", async () => {
    expect(paths(await menuOf(api(), "ana", "1001"))).toContain("/setup/usersgroup");
    const operator = paths(await menuOf(api(), "bruno", "1001"));
    expect(operator).toContain("/setup/watering");
    expect(operator).not.toContain("/setup/usersgroup");
  });

  it("gives the full default menu, without a client, by /Menu/GetAll", async () => {
    const all = async (userName: string) =>
      MenuList.parse((await api().send("/Menu/GetAll", { token: await api().login(userName) })).body);
    const full = await all("ana");
    const own = await menuOf(api(), "ana", "1002");
    expect(full.map(({ title, path, order }) => ({ title, path, order }))).toEqual(
      own.map(({ title, path, order }) => ({ title, path, order })),
    );
    expect(full.every(({ clientId }) => clientId === undefined)).toBe(true);
    expect(paths(await all("bruno"))).not.toContain("/setup/usersgroup");
  });

  it("gives sensor types: all, one as a list, and a client's by either of its keys", async () => {
    const token = await api().login("ana");
    const get = async (path: string) => SensorTypeList.parse((await api().send(path, { token })).body);
    expect((await get("/SensorType/GetAll")).length).toBe(7);
    expect(await get("/SensorType/GetByID?ID=rain-gauge")).toMatchObject([{ _id: "rain-gauge", unit: "mm" }]);
    const devices = await get("/SensorType/GetTypeByID?ID=demo-santa-clara");
    expect(devices.map(({ _id }) => _id)).toContain("pivot-panel");
    expect(await get("/SensorType/GetTypeByID?ID=1001")).toEqual(devices);
    expect(await get("/SensorType/GetByID?ID=nada")).toEqual([]);
  });

  it.each(["/Menu/GetByClientID", "/SensorType/GetByID?ID=", "/SensorType/GetTypeByID?ID=a&ID=b"])(
    "refuses %s without one ID",
    async (path) => {
      const answer = await api().send(path, { token: await api().login("ana") });
      expectProblem(answer, 400, "validation");
      expect(answer.body).toMatchObject({ errors: [{ field: "ID" }] });
    },
  );
});
