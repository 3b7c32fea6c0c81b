import { addDays, farmDay } from "@lamina/shared/core/farm-time";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import { violationOf } from "../core/database/violations.ts";
import { plantField } from "../irrigation/testing/field.ts";
import { soils } from "../schema/farms.ts";
import { crops, seasons } from "../schema/irrigation.ts";

const CLIENT = "demo-santa-clara";

it("recognizes both codes of a referenced row, inside the query builder's error", () => {
  for (const code of ["23503", "23001"])
    expect(violationOf({ cause: { code, constraint: "sectors_soil" } })).toEqual({
      kind: "foreign-key",
      constraint: "sectors_soil",
    });
});

describeApi("a record that others need", (api) => {
  it("is not deleted, and the error names them", async () => {
    const token = await api().login("ana");
    const today = farmDay(api().clock.now().getTime(), "America/Sao_Paulo");
    const span = { from: addDays(today, -20), to: addDays(today, -19) };
    const { database } = api();
    const field = await plantField(database, { id: "needed", clientId: CLIENT, ...span, sectors: 5 });
    await database.update(seasons).set({ name: "Milho safrinha" }).where(eq(seasons.sectorId, field.sectorId));
    const remove = (path: string, id: string) => api().send(`${path}?ID=${id}`, { token, method: "DELETE" });

    const soil = await remove("/Soil/Delete", field.soilId);
    expectProblem(soil, 409, "conflict");
    expect(soil.body).toMatchObject({
      detail:
        "Ainda em uso por: setores Pivô 01 Setor A, Pivô 02 Setor A, Pivô 03 Setor A e mais 2. Troque ou exclua primeiro.",
    });
    const crop = await remove("/Crop/Delete", field.cropId);
    expectProblem(crop, 409, "conflict");
    expect((crop.body as { detail: string }).detail).toMatch(/safras \d\d\/\d\d\/\d{4}, .* e mais 2/);
    expect(await database.$count(soils, eq(soils._id, field.soilId))).toBe(1);

    expect((await remove("/Farm/Delete", field.farmId)).status).toBe(200);
    for (const [path, id] of [
      ["/Soil/Delete", field.soilId],
      ["/Crop/Delete", field.cropId],
    ] as const)
      expect((await remove(path, id)).status).toBe(200);
    expect(await database.$count(crops, eq(crops._id, field.cropId))).toBe(0);
  });
});
