import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { deviceStorage } from "../../platform/storage.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { prepareScreens } from "../../testing/screen.tsx";
import { Toaster } from "../../ui/feedback/toast.tsx";
import { PushDevices } from "./devices.tsx";

const NOW = Date.parse("2026-01-02T12:00:00Z");
const open = prepareScreens(NOW);

const config = vi.hoisted(() => ({ current: {} as { push?: object | undefined } }));
vi.mock("../runtime-config/use-runtime-config.ts", () => ({ useRuntimeConfig: () => config.current }));

async function show(push: object | undefined) {
  const rest = { kind: "web", since: "2026-01-01T12:00:00Z" };
  const devices = [
    { ...rest, id: "1", device: "Chrome, Android", lastSuccess: "2026-01-02T11:00:00Z" },
    { ...rest, id: "2", device: "", lastSuccess: null },
  ];
  const api = await startApiServer({
    "GET /push/subscriptions": () => devices,
    "POST /push/test": () => [{ id: "1", device: "Chrome, Android", outcome: "sent", status: 201 }],
    "DELETE /push/subscriptions/2": (_request, response) => {
      devices.pop();
      response.writeHead(204).end();
    },
  });
  config.current = { push };
  open(
    <>
      <PushDevices timeZone="UTC" />
      <Toaster />
    </>,
    "/",
    "/",
  );
  return api;
}

it("lists the devices, names this one, tests and removes them", async () => {
  deviceStorage.write("push-device", "1");
  const api = await show({ web: { publicKey: "K" } });
  expect(await screen.findByText("Chrome, Android")).toBeTruthy();
  expect(screen.getByText(/este aparelho/)).toBeTruthy();
  expect(screen.getByText(/nenhum aviso ainda/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Testar" }));
  expect(await screen.findByText("Enviado: confira o aparelho.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remover Aparelho" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Remover Aparelho" })).toBeNull());
  expect(api.count("DELETE /push/subscriptions/2")).toBe(1);
});

it("says that alerts reach an open app only, where push is off", async () => {
  const api = await show(undefined);
  expect(await screen.findByText("Os avisos chegam só com o aplicativo aberto.")).toBeTruthy();
  expect(api.count("GET /push/subscriptions")).toBe(0);
});
