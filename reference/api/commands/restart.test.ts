import { MINUTE_MS } from "@lamina/shared/core/time";
import { eq } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { startTestApi } from "../../testing/api.ts";
import { postgresAvailable, startPostgres } from "../../testing/postgres.ts";
import { alertRules, notifications } from "../schema/alerts.ts";
import { pivotCommands } from "../schema/commands.ts";
import { pivots } from "../schema/farms.ts";
import { devices } from "../schema/telemetry.ts";

it.skipIf(!postgresAvailable && !process.env.CI)(
  "a program killed between an alert and its stop gives the stop once when it starts again",
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const environment = { DATABASE_URL: await server.createMigratedDatabase(), DEMO: "1" };
    const first = await startTestApi({ environment });
    const { database, clock } = first;
    const [panel] = await database.select().from(devices).where(eq(devices.sensorTypeId, "pivot-panel"));
    const [pivot] = await database
      .select()
      .from(pivots)
      .where(eq(pivots._id, panel?.pivotId ?? ""));
    if (!pivot) throw new Error("the demo farm has no panel");
    const { clientId, farmId, _id: pivotId } = pivot;
    const at = new Date(clock.now().getTime() - MINUTE_MS);
    const common = { clientId, createdAt: at, updatedAt: at, type: "wind", severity: "critical" } as const;
    const scope = { kind: "pivot" as const, id: pivotId };
    const rule = { ...common, _id: "vento", scope, channels: ["inbox" as const], repeatMin: 15 };
    await database.insert(alertRules).values({ ...rule, enabled: true, stops: true });
    const alert = { ...common, _id: "alerta", key: "wind:1@1", ruleId: "vento", date: at, farmId, pivotId };
    await database.insert(notifications).values({ ...alert, title: "Vento", message: "Vento" });
    await first.close();
    const again = await startTestApi({ environment });
    onTestFinished(() => again.close());
    for (let turn = 0; turn < 3; turn++) await again.services.commands.jobs[0]?.run();
    const stops = await again.database.select().from(pivotCommands).where(eq(pivotCommands.pivotId, pivotId));
    expect(stops).toMatchObject([{ order: { command: "stop" }, ruleId: "vento", state: "sent" }]);
  },
  120_000,
);
