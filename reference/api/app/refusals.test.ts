import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { describeApi, expectProblem } from "../../testing/api.ts";
import { programCaller } from "../../testing/program-caller.ts";
import { createAlertInbox } from "../alerts/inbox/inbox.ts";
import { createAlertSettings } from "../alerts/settings/settings.ts";
import { createEvents } from "../core/events.ts";
import { pivotSectors } from "../schema/farms.ts";
import { detections } from "../schema/irrigation.ts";

const CLIENT = "demo-santa-clara";

describeApi("a call that cannot do what is asked", (api) => {
  it.each([
    ["/Report/Mail", { from: "2026-05-01", to: "2026-05-31", recipients: ["ana@example.com"] }],
    ["/Report/Subscribe", {}],
  ])("%s says that no mails are configured", async (path, own) => {
    const token = await api().login("ana");
    const body = { clientId: CLIENT, report: "management", ...own };
    expectProblem(await api().send(path, { token, body }), 409, "mail-not-configured");
  });

  it("/Detection/Resolve says that it is answered, and matches nothing only without the detection", async () => {
    const token = await api().login("ana");
    const [sector] = await api().database.select().from(pivotSectors).where(eq(pivotSectors.clientId, CLIENT));
    const [_id, now] = ["refusal-detection", api().clock.now()];
    const place = { clientId: CLIENT, sectorId: sector?._id ?? "", createdAt: now, updatedAt: now };
    await api()
      .database.insert(detections)
      .values({ _id, ...place, date: "2026-05-10", estimatedMm: 12, evidence: "probe", state: "open" });
    const resolve = (id: string) => api().send("/Detection/Resolve", { token, body: { _id: id, as: "ignored" } });
    expect((await resolve(_id)).body).toEqual({ matchedCount: 1 });
    expectProblem(await resolve(_id), 409, "already-answered");
    expect((await resolve("none")).body).toEqual({ matchedCount: 0 });
  });

  it("of a user says that the caller is none", async () => {
    const caller = programCaller([CLIENT]);
    const { database, clock } = api();
    const inbox = createAlertInbox({ database, clock, events: createEvents(() => {}) });
    const settings = createAlertSettings({ database }, { isMailed: false, mails: { undelivered: async () => [] } });
    const noUser = { given: { status: 403, id: "no-user" } };
    await expect(inbox.read(caller, ["a"])).rejects.toMatchObject(noUser);
    await expect(
      settings.change(caller, { pace: "at-once", digestAt: "07:00", byMail: false, quietFrom: null, quietTo: null }),
    ).rejects.toMatchObject(noUser);
  });
});
