import { AlertSettings, AlertTest } from "@lamina/shared/views/mail";
import { Webhook, WebhookSecret } from "@lamina/shared/views/webhook";
import { expect, it } from "vitest";
import { describeApi } from "../../testing/api.ts";

const CLIENT = "demo-santa-clara";

describeApi("the ways to people", (api) => {
  it("tests the ways to the caller, and remembers when each worked", async () => {
    const token = await api().login("ana");
    const sent = await api().send("/Notification/Test", { token, body: {} });
    expect(AlertTest.parse(sent.body).outcomes).toEqual([
      { channel: "app", outcome: "sent" },
      { channel: "mail", outcome: "off" },
    ]);
    const settings = AlertSettings.parse((await api().send("/Notification/GetSettings", { token })).body);
    expect(settings.channels).toEqual([
      { channel: "app", lastSuccess: api().clock.now().toISOString(), lastFault: null },
    ]);
  });

  it("keeps a webhook for those who may edit the client's settings, and its secret for the moment of its making", async () => {
    const admin = await api().login("admin");
    const { body: clients } = await api().send("/Client/GetAll", { token: admin });
    const [client] = clients as { _id: string }[];
    const clientId = client?._id ?? CLIENT;
    const send = (path: string, body: object, token = admin) => api().send(path, { token, body });
    const url = "https://avisos.example.com/lamina";
    for (const wrong of ["http://avisos.example.com", "https://a:b@avisos.example.com", "ftp://avisos.example.com"])
      expect([wrong, (await send("/Webhook/Set", { clientId, url: wrong })).status]).toEqual([wrong, 400]);
    expect((await send("/Webhook/Set", { clientId, url })).body).toEqual({ matchedCount: 1 });
    const { secret } = WebhookSecret.parse((await send("/Webhook/RotateSecret", { ID: clientId })).body);
    expect(secret).toMatch(/^whsec_/);
    const shown = await api().send(`/Webhook/GetByClientID?ID=${clientId}`, { token: admin });
    expect(Webhook.parse(shown.body)).toMatchObject({ url, enabled: true, waiting: 0 });
    expect(JSON.stringify(shown.body)).not.toContain(secret.slice("whsec_".length));
    expect((await send("/Webhook/Set", { clientId: "another", url })).status).toBe(404);
    expect((await send("/Webhook/Set", { clientId, url: null })).body).toEqual({ matchedCount: 1 });
    expect((await send("/Webhook/RotateSecret", { ID: clientId })).status).toBe(404);
  });

  it("refuses an escalation with a person who is not of the client, and turns that go back in time", async () => {
    const token = await api().login("admin");
    const { body: clients } = await api().send("/Client/GetAll", { token });
    const clientId = (clients as { _id: string }[])[0]?._id;
    const { body: me } = await api().send("/User/Me", { token });
    const own = (me as { _id: string })._id;
    const rule = { clientId, scope: { kind: "client" }, type: "power", severity: "critical", channels: ["push"] };
    const insert = async (escalation: object[]) =>
      (await api().send("/AlertRule/Insert", { token, body: { ...rule, escalation } })).status;
    expect(await insert([{ userIds: ["stranger"], afterMin: 0 }])).toBe(400);
    const turn = (afterMin: number) => ({ userIds: [own], afterMin });
    expect(await insert([turn(10), turn(5)])).toBe(400);
    expect(await insert([turn(0), turn(5)])).toBe(200);
  });
});
