import type { Client } from "@lamina/shared/records/client";
import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { SetUpFirst } from "./set-up-first.tsx";

vi.mock("../clients/use-clients.ts", () => ({
  useSelectedClient: () => ({ _id: "c1" }) satisfies Pick<Client, "_id">,
}));

const show = prepareScreens(0);

async function open(create: boolean) {
  await startApiServer({
    "GET /User/Me": () => ({
      _id: "u",
      name: "Ana",
      userName: "ana",
      groupName: "Gestor",
      permissions: [{ screen: "farms", view: true, create, edit: create, remove: create }],
    }),
  });
  const { queryClient } = show(
    <SetUpFirst
      icon="map"
      words={{ title: "Sem fazendas", hint: "Cadastre", hintForOthers: "Espere", action: "Cadastrar fazenda" }}
      screen="farms"
    />,
    "/maps",
    "/maps",
  );
  await waitFor(() => expect(queryClient.getQueryData(["c1", "me"])).toBeTruthy());
}

it("links a user with the right to the set-up", async () => {
  await open(true);
  const link = await screen.findByRole("link", { name: "Cadastrar fazenda" });
  expect(link.getAttribute("href")).toBe("/setup/farms?passos");
  expect(screen.getByText("Cadastre")).toBeTruthy();
});

it("shows users without the right the missing step, without a link", async () => {
  await open(false);
  expect(await screen.findByText("Espere")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
