import type { AlertSettings } from "@lamina/shared/views/mail";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { AlertSettingsButton } from "./alert-settings.tsx";

const open = prepareScreens(Date.parse("2026-01-02T12:00:00Z"));
const USUAL: AlertSettings = {
  ...{ pace: "at-once", digestAt: "07:00", byMail: false, mails: true, email: "ana@example.com", undelivered: [] },
  ...{ quietFrom: null, quietTo: null, channels: [] },
};

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
  expect(await screen.findByText("Enviado: confira a tela e os aparelhos.")).toBeTruthy();
  expect(screen.getByText("Não configurado: falta o servidor de e-mail ou o seu endereço.")).toBeTruthy();
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
