import type { Webhook } from "@lamina/shared/views/webhook";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { type ApiServer, startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { WebhookCard } from "./webhook-card.tsx";

const open = prepareScreens(Date.parse("2026-01-02T12:00:00Z"));
const NONE: Webhook = { url: null, enabled: false, secretSince: null, lastSuccess: null, lastFault: null, waiting: 0 };

async function show(webhook: Partial<Webhook> = {}, answers: ApiServer["answers"] = {}) {
  const permissions = [{ screen: "config", view: true, create: true, edit: true, remove: true }];
  const api = await startApiServer({
    "GET /Client/GetAll": () => [{ _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 }],
    "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "GET /Webhook/GetByClientID": () => ({ ...NONE, ...webhook }),
    "POST /Webhook/Set": () => ({ matchedCount: 1 }),
    "POST /Webhook/Test": () => ({ ok: false, fault: "private-address" }),
    "POST /Webhook/RotateSecret": () => ({ secret: "whsec_abc" }),
    ...answers,
  });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  await vi.waitUntil(() => clientSetup.state.get().status === "ready");
  open(<WebhookCard />, "/", "/");
  return api;
}

it("saves an address of https only", async () => {
  const api = await show();
  const url = await screen.findByLabelText("Endereço (https)");
  await userEvent.type(url, "http://avisos.example.com");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Digite um endereço que comece com https://.")).toBeTruthy();
  await userEvent.clear(url);
  await userEvent.type(url, "https://avisos.example.com/lamina");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await vi.waitFor(() => expect(api.count("POST /Webhook/Set")).toBe(1));
  expect(api.requests.find(({ method }) => method === "POST")?.body).toMatchObject({
    url: "https://avisos.example.com/lamina",
    enabled: true,
  });
});

it("shows both versions when another person changed the address, and saves the chosen fields", async () => {
  const [before, mine, current] = ["antes", "minha", "outra"].map((name) => `https://${name}.example.com/`);
  let tries = 0;
  const api = await show(
    { url: before ?? "", enabled: true },
    {
      "POST /Webhook/Set": (_request, response) => {
        if (++tries > 1) return { matchedCount: 1 };
        response.writeHead(409, { "content-type": "application/problem+json" });
        const now = { url: current, enabled: false };
        response.end(JSON.stringify({ title: "Alterado", status: 409, id: "conflict", current: now }));
        return undefined;
      },
    },
  );
  const url = await screen.findByLabelText("Endereço (https)");
  await userEvent.clear(url);
  await userEvent.type(url, mine ?? "");
  await userEvent.click(screen.getByRole("button", { name: "Salvar" }));
  const version = (words: string) => screen.findByLabelText<HTMLInputElement>(words);
  expect((await version(`Sua versão: ${mine}`)).checked).toBe(true);
  expect((await version(`Versão atual: ${current}`)).checked).toBe(false);
  expect((await version("Versão atual: Não")).checked).toBe(true);
  await userEvent.click(screen.getByText("Salvar escolhas"));
  await vi.waitFor(() => expect(tries).toBe(2));
  const bodies = api.requests.filter((request) => request.url === "/Webhook/Set").map(({ body }) => body);
  expect(bodies).toEqual([
    { clientId: "c1", url: mine, enabled: true, seen: { url: before, enabled: true } },
    { clientId: "c1", url: mine, enabled: false, seen: { url: current, enabled: false } },
  ]);
});

it("shows the last outcomes, tests, and shows a new secret once", async () => {
  await show({
    ...{ url: "https://avisos.example.com", enabled: true, lastSuccess: "2026-01-02T11:00:00Z", waiting: 2 },
    lastFault: { at: "2026-01-02T11:50:00Z", reason: "status 500" },
  });
  expect(await screen.findByText("Última falha há 10 min: o endereço respondeu 500")).toBeTruthy();
  expect(screen.getByText("2 envios esperam nova tentativa")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Testar" }));
  expect(await screen.findByText("Não chegou: o endereço não é público.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Gerar segredo" }));
  expect(await screen.findByText("whsec_abc")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Pronto" }));
  expect(screen.queryByText("whsec_abc")).toBeNull();
});
