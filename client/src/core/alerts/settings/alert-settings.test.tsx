import type { AlertSettings } from "@lamina/shared/views/mail";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { clientSetup } from "../../clients/current-clients.ts";
import { AlertSettingsButton } from "./alert-settings.tsx";

const open = prepareScreens(Date.parse("2026-01-02T12:00:00Z"));
const USUAL: AlertSettings = {
  ...{ pace: "at-once", digestAt: "07:00", byMail: false, mails: true, email: "ana@example.com", undelivered: [] },
  ...{ quietFrom: null, quietTo: null, channels: [] },
};

const config = vi.hoisted(() => ({ current: {} as { push?: object } }));
vi.mock("../../runtime-config/use-runtime-config.ts", () => ({ useRuntimeConfig: () => config.current }));

const NO_QUIET = { quietFrom: null, quietTo: null };

async function show(settings: Partial<AlertSettings> = {}) {
  const api = await startApiServer({
    "GET /Notification/GetSettings": () => ({ ...USUAL, ...settings }),
    "POST /Notification/SetSettings": () => ({ matchedCount: 1 }),
    "POST /Notification/Test": () => ({
      notificationId: "n1",
      outcomes: [
        { channel: "app", outcome: "sent" },
        { channel: "mail", outcome: "off" },
      ],
    }),
  });
  open(<AlertSettingsButton timeZone="UTC" />, "/", "/");
  await userEvent.click(screen.getByRole("button", { name: "Quando avisar" }));
  return api;
}

it("saves the pace, the hour of the digest and the mails", async () => {
  const api = await show();
  await userEvent.click(await screen.findByRole("radio", { name: "Os críticos na hora; o resto uma vez por dia" }));
  const time = screen.getByLabelText("Hora do resumo");
  await userEvent.clear(time);
  await userEvent.type(time, "6x");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Digite a hora como 07:00.")).toBeTruthy();
  await userEvent.clear(time);
  await userEvent.type(time, "6h30");
  await userEvent.click(screen.getByRole("checkbox", { name: "Também por e-mail, em ana@example.com" }));
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await vi.waitFor(() => expect(api.count("POST /Notification/SetSettings")).toBe(1));
  expect(api.requests.at(-1)?.body).toEqual({ pace: "critical-at-once", digestAt: "06:30", byMail: true, ...NO_QUIET });
});

it("saves the user's quiet hours, which have a beginning and an end", async () => {
  const api = await show();
  const from = await screen.findByLabelText("Meu silêncio a partir de");
  await userEvent.type(from, "22");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Preencha o início e o fim, ou nenhum dos dois.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Meu silêncio até"), "5h30");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await vi.waitFor(() => expect(api.count("POST /Notification/SetSettings")).toBe(1));
  expect(api.requests.at(-1)?.body).toMatchObject({ quietFrom: "22:00", quietTo: "05:30" });
});

it("tests each way, and shows when it last worked", async () => {
  await show({ channels: [{ channel: "app", lastSuccess: "2026-01-02T11:50:00Z", lastFault: null }] });
  expect(await screen.findByText("Último aviso há 10 min")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Testar avisos" }));
  expect(await screen.findByText("Enviado: ainda não chegou a esta tela.")).toBeTruthy();
  expect(screen.getByText("Não configurado: falta o servidor de e-mail ou o seu endereço.")).toBeTruthy();
});

describe("one test of all ways", () => {
  const WEBHOOK = { url: "https://sirene.example.com", enabled: true, secretSince: null, waiting: 0 };
  async function showAll({ hook = {}, edit = true }: { hook?: object; edit?: boolean } = {}) {
    config.current = { push: { web: { publicKey: "K" } } };
    onTestFinished(() => {
      config.current = {};
    });
    const channels = [{ channel: "mail", lastSuccess: null as string | null, lastFault: null as string | null }];
    const permissions = ["config", "alerts"].map((name) => ({
      ...{ screen: name, view: true, create: true, edit, remove: true },
    }));
    const device = { id: "1", kind: "web", device: "Chrome, Android", since: "2026-01-01T12:00:00Z" };
    const api = await startApiServer({
      "GET /Client/GetAll": () => [{ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }],
      "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
      "GET /Notification/GetSettings": () => ({ ...USUAL, channels }),
      "POST /Notification/Test": () => ({
        notificationId: "n1",
        outcomes: [
          { channel: "app", outcome: "failed" },
          { channel: "mail", outcome: "queued" },
        ],
      }),
      "GET /push/subscriptions": () => [{ ...device, lastSuccess: "2026-01-02T11:00:00Z" }],
      "POST /push/test": () => [{ id: "1", device: "", messageId: "m1", outcome: "failed", status: 500 }],
      "GET /Webhook/GetByClientID": () => ({
        ...WEBHOOK,
        lastSuccess: "2026-01-02T10:00:00Z",
        lastFault: null,
        ...hook,
      }),
      "POST /Webhook/Test": () => ({ ok: false, status: 403, fault: "status" }),
    });
    clientSetup.start();
    onTestFinished(clientSetup.clear);
    await vi.waitUntil(() => clientSetup.state.get().status === "ready");
    open(<AlertSettingsButton timeZone="UTC" />, "/", "/");
    await userEvent.click(screen.getByRole("button", { name: "Quando avisar" }));
    await screen.findByText("Chrome, Android");
    return { api, channels };
  }
  const test = async () => userEvent.click(screen.getByRole("button", { name: "Testar avisos" }));

  it("reaches app, mail, each device and the webhook, and says of each why it failed", async () => {
    const { channels } = await showAll();
    expect(await screen.findByText("Último envio com sucesso há 2 h")).toBeTruthy();
    expect(screen.getByText(/último aviso há 1 h/)).toBeTruthy();
    await test();
    expect(await screen.findByText("Não chegou: o endereço respondeu 403.")).toBeTruthy();
    expect(await screen.findByText("Não chegou: o serviço de avisos respondeu 500.")).toBeTruthy();
    expect(await screen.findByText("Não chegou: o servidor não alcança a fila de mensagens.")).toBeTruthy();
    expect(await screen.findByText("Na fila.")).toBeTruthy();
    for (const mail of channels) mail.lastSuccess = "2026-01-02T12:00:00Z";
    expect(await screen.findByText("Entregue ao servidor de e-mail.", {}, { timeout: 10_000 })).toBeTruthy();
  });

  it("says that the server of mails refused", async () => {
    const { channels } = await showAll();
    await test();
    await screen.findByText("Na fila.");
    for (const mail of channels) mail.lastFault = "2026-01-02T12:00:00Z";
    expect(await screen.findByText(/o servidor de e-mail recusou/, {}, { timeout: 10_000 })).toBeTruthy();
  });

  it.each([
    ["that is turned off", { hook: { enabled: false } }],
    ["of a client whose settings the user may not change", { edit: false }],
  ])("posts nothing to a webhook %s", async (_case, given) => {
    const { api } = await showAll(given);
    if ("hook" in given) await screen.findByText("O envio está desligado.");
    await test();
    await screen.findByText("Na fila.");
    expect(api.count("POST /Webhook/Test")).toBe(0);
  });
});

it("says why there are no mails", async () => {
  await show({ mails: false });
  expect(await screen.findByText(/não está configurado neste servidor/)).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});

it("says that the user needs an address, and can still end mails that were chosen", async () => {
  await show({ email: null, byMail: true });
  expect(await screen.findByText(/o seu cadastro precisa de um endereço/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Também por e-mail" }).checked).toBe(true);
});
