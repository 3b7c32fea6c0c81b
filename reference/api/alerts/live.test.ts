import { readFileSync } from "node:fs";
import { HOUR_MS } from "@lamina/shared/core/time";
import { and, eq } from "drizzle-orm";
import { connectAsync, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";
import { devices } from "../schema/telemetry.ts";

const PIVOT = "demo-pivo-01";

describe("from the panel to the phone", () => {
  let api: TestApi;
  let client: MqttClient;
  const sent: { user: string; topic: string; message: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    api = await startTestApi();
    const { url, username, password } = api.broker;
    client = await connectAsync(url, { ca: readFileSync(api.caFile), username, password });
    client.on("message", (topic, payload) => {
      const [user = "", , , name = ""] = topic.split("/");
      sent.push({ user, topic: name, message: JSON.parse(payload.toString()).message });
    });
    await client.subscribeAsync("+/ALL/Frontend/#", { qos: 1 });
  });
  afterAll(async () => {
    await client?.endAsync();
    await api?.close();
  });

  it("sends the report of a pivot's panel to the users of its client only, within seconds", async () => {
    const [panel] = await api.database
      .select({ serial: devices.serial })
      .from(devices)
      .where(and(eq(devices.pivotId, PIVOT), eq(devices.sensorTypeId, "pivot-panel")));
    const now = api.clock.now();
    const state = { serial: panel?.serial ?? "", percent: 50, angleDeg: 214, direction: "forward" as const };
    const say = (ago: number, running: boolean, fault: string | null) =>
      api.services.telemetry.ingestPivot(
        { ...state, date: new Date(now.getTime() - ago).toISOString(), running, wet: running, fault },
        now,
      );
    expect(await say(2 * HOUR_MS, true, null)).toMatchObject({ accepted: 1 });
    await say(HOUR_MS, false, "low-pressure");
    const of = (topic: string) => sent.filter((one) => one.topic === topic);
    await vi.waitFor(() => expect(of("notifications").length).toBeGreaterThanOrEqual(3));
    expect(new Set(of("notifications").map(({ user }) => user))).toEqual(new Set(["ana", "bruno", "admin"]));
    const { message } = of("notifications")[0] ?? {};
    expect(message).toMatchObject({
      text: expect.stringMatching(/^Pivô 01 parou em 214° \(baixa pressão\) (em \d\d\/\d\d )?às \d\d:\d\d$/),
      severity: "critical",
      link: `/irrigameter/calculated-pivot?cliente=demo-santa-clara&pivo=${PIVOT}`,
    });
    const inbox = await api.send(`/Notification/GetByClientID?ID=demo-santa-clara`, {
      token: await api.login("bruno"),
    });
    expect(inbox.body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ _id: message?.notificationId })]),
    });
    await vi.waitFor(() =>
      expect(of("changes").flatMap((one) => one.message.entities)).toEqual(
        expect.arrayContaining(["PivotStatus", "Notification"]),
      ),
    );
  });
});
