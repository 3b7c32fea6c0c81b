import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { type ApiServer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import type { RecordOf } from "../records/data/screen-config.ts";
import { ClientRemoval } from "./client-removal.tsx";

const show = prepareScreens(Date.parse("2026-02-01T12:00:00Z"));
const client = { _id: "c1", id: "1", name: "Santa Clara", typeChart: 1 };

async function open(remove: boolean, answers: ApiServer["answers"] = {}): Promise<ApiServer> {
  const permissions = [{ screen: "config", view: true, create: true, edit: true, remove }];
  const api = await startApiServer({
    "GET /Client/GetAll": () => [client, { ...client, _id: "c2", name: "Boa Vista" }],
    "GET /User/Me": () => ({ _id: "u1", name: "Ana", userName: "ana", groupName: "Gestor", permissions }),
    "DELETE /Client/Delete": () => ({ deletedCount: 1 }),
    ...answers,
  });
  clientSetup.start();
  onTestFinished(clientSetup.clear);
  await vi.waitUntil(() => clientSetup.state.get().status === "ready");
  show(<ClientRemoval record={client as unknown as RecordOf<"client">} />, "/setup/config", "/setup/config");
  return api;
}

async function confirm(name: string): Promise<void> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Excluir cliente…" }));
  await user.type(screen.getByLabelText("Para confirmar, digite o nome do cliente"), name);
  await user.click(screen.getByRole("button", { name: "Excluir" }));
}

it("deletes a client after its name was typed, and reloads the list", async () => {
  const api = await open(true);
  await confirm("Santa Cl");
  expect(await screen.findByText("O nome não é o do cliente.")).toBeTruthy();
  expect(document.activeElement?.tagName).toBe("INPUT");
  expect(api.count("DELETE /Client/Delete")).toBe(0);
  await userEvent.type(screen.getByLabelText("Para confirmar, digite o nome do cliente"), "ara");
  await userEvent.click(screen.getByRole("button", { name: "Excluir" }));
  await vi.waitFor(() => expect(api.count("GET /Client/GetAll")).toBe(2));
  expect(api.requests.map(({ url }) => url)).toContain("/Client/Delete?ID=c1");
  await vi.waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

it("shows the reason of a refusal, and the client stays", async () => {
  await open(true, { "DELETE /Client/Delete": (_request, response) => sendProblem(response, 403, "forbidden") });
  await confirm("Santa Clara");
  expect(await screen.findByText("Seu grupo de usuários não permite esta ação.")).toBeTruthy();
});

it("is not offered without the right", async () => {
  const api = await open(false);
  await vi.waitFor(() => expect(api.count("GET /User/Me")).toBe(1));
  expect(screen.queryByText("Excluir o cliente")).toBeNull();
});
