import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { programCaller } from "../../../testing/program-caller.ts";
import { createRecords } from "../../records/service.ts";
import { crops, seasons } from "../../schema/irrigation.ts";
import { cropDefinition, seasonDefinition } from "../definitions.ts";
import { describeDatabases } from "../testing/databases.ts";
import { openIrrigation, plantField, times } from "../testing/field.ts";

describeDatabases("a change of a crop's stages", (database) => {
  it("lets no season overlap the next one, and names the seasons; existing overlaps can still be edited", async () => {
    const field = await plantField(database(), { id: "grown", from: "2026-01-10", to: "2026-01-11" });
    const { clientId, cropId, sectorId } = field;
    const next = { sectorId, cropId, clientId, ...times, plantingDate: "2026-09-01", initialMoisturePct: 100 };
    await database()
      .insert(seasons)
      .values({ ...next, _id: "grown-next", kcMethod: "single", status: "planned" });
    const { events, clock } = openIrrigation(database(), "2026-05-20T12:00:00Z");
    const context = { database: database(), events, clock };
    const caller = programCaller([clientId]);
    const records = createRecords(cropDefinition, context);
    const [crop] = await database().select().from(crops).where(eq(crops._id, cropId));
    const stages = (days: number) => (crop?.stages ?? []).map((stage) => ({ ...stage, days }));

    await expect(records.update(caller, { _id: cropId, stages: stages(100) })).rejects.toMatchObject({
      given: {
        status: 400,
        errors: [
          {
            field: "stages",
            message: expect.stringContaining("Setor A: a safra de 10/01/2026 cobriria a de 01/09/2026"),
          },
        ],
      },
    });
    expect(await records.update(caller, { _id: cropId, stages: stages(50) })).toEqual({ matchedCount: 1 });

    await database()
      .update(crops)
      .set({ stages: stages(100) as never })
      .where(eq(crops._id, cropId));
    const ofSeasons = createRecords(seasonDefinition, context);
    expect(await ofSeasons.update(caller, { _id: "grown-next", name: "Safrinha" })).toEqual({ matchedCount: 1 });
    await expect(ofSeasons.update(caller, { _id: "grown-next", plantingDate: "2026-08-01" })).rejects.toMatchObject({
      given: { status: 400 },
    });
  });
});
