import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
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

const UNTRIED = { data: undefined, error: null, isPending: false };
type Test = ComponentProps<typeof PushDevices>["test"];

async function show(push: object | undefined, test: Test = UNTRIED) {
  const rest = { kind: "web", since: "2026-01-01T12:00:00Z" };
  const devices = [
    { ...rest, id: "1", device: "Chrome, Android", lastSuccess: "2026-01-02T11:00:00Z" },
    { ...rest, id: "2", device: "", lastSuccess: null },
  ];
  const api = await startApiServer({
    "GET /push/subscriptions": () => devices,
    "DELETE /push/subscriptions/2": (_request, response) => {
      devices.pop();
      response.writeHead(204).end();
    },
  });
  config.current = { push };
  open(
    <>
      <PushDevices timeZone="UTC" test={test} />
      <Toaster />
    </>,
    "/",
    "/",
  );
  return api;
}

it("lists the devices, names this one, and removes them", async () => {
  deviceStorage.write("push-device", "1");
  const api = await show({ web: { publicKey: "K" } });
  expect(await screen.findByText("Chrome, Android")).toBeTruthy();
  expect(screen.getByText(/este aparelho/)).toBeTruthy();
  expect(screen.getByText(/nenhum aviso ainda/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remover Aparelho" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Remover Aparelho" })).toBeNull());
  expect(api.count("DELETE /push/subscriptions/2")).toBe(1);
});

it("says that alerts reach an open app only, where push is off", async () => {
  const api = await show(undefined);
  expect(await screen.findByText("Os avisos chegam só com o aplicativo aberto.")).toBeTruthy();
  expect(api.count("GET /push/subscriptions")).toBe(0);
});

it.each([
  ["sent", 201, "Aceito pelo serviço de avisos: confira o aparelho."],
  ["failed", 500, "Não chegou: o serviço de avisos respondeu 500."],
  ["failed", undefined, "Não chegou: sem resposta do serviço de avisos."],
  ["off", undefined, "Não chegou: este tipo de aparelho não está configurado neste servidor."],
] as const)("says of a test that ended as %s, %s: %s", async (outcome, status, words) => {
  const of = { id: "2", device: "", messageId: "m1", outcome };
  await show({ web: { publicKey: "K" } }, { ...UNTRIED, data: [status === undefined ? of : { ...of, status }] });
  expect(await screen.findByText(words)).toBeTruthy();
});

it("says that a test is on its way, and that it could not be made", async () => {
  await show({ web: { publicKey: "K" } }, { ...UNTRIED, isPending: true });
  expect(await screen.findAllByText("Enviando…")).toHaveLength(2);
  cleanup();
  await show({ web: { publicKey: "K" } }, { ...UNTRIED, error: new Error("no") });
  expect(await screen.findAllByText("Não foi possível testar este aparelho.")).toHaveLength(2);
});
