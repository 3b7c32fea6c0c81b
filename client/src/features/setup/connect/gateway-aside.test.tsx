import type { Gateway } from "@lamina/shared/doors/gateway";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { prepareScreens } from "../../../testing/screen.tsx";
import { FormContext } from "../../../ui/form/form-context.ts";
import { FormFields } from "../../../ui/form/form-fields.tsx";
import { listsOf } from "../records/data/lists-of.ts";
import { entityInfo } from "../records/data/screen-config.ts";
import { failing, pending, withClient } from "../testing/with-client.ts";
import { GatewayAside } from "./gateway-aside.tsx";
import { gatewayView } from "./gateway-view.tsx";

const open = prepareScreens(Date.parse("2026-11-26T12:00:00Z"));
const STATE = "GET /Gateway/GetKeyState";
const reading = { _id: "g1", clientId: "c1", name: "Planilha", reads: ["watering"] } as unknown as Gateway;

async function show(state: Parameters<typeof withClient>[0][string]) {
  const api = await withClient({
    [STATE]: state,
    "POST /Gateway/RotateKey": () => ({ key: "chave-que-le" }),
    "POST /Gateway/RevokeKey": () => ({ matchedCount: 1 }),
  });
  open(<GatewayAside record={reading} lists={listsOf(new Map())} />, "/", "/");
  return api;
}

it("a key for reading is shown once, with the addresses that it reads and none with the key in it", async () => {
  await show(() => ({ createdAt: null, usedAt: null }));
  await userEvent.click(await screen.findByRole("button", { name: "Gerar chave" }));
  expect(await screen.findByText("chave-que-le")).toBeTruthy();
  expect(screen.getByText(/A chave só lê/)).toBeTruthy();
  expect(screen.getByText("Endereço: irrigações")).toBeTruthy();
  expect(screen.queryByText("Endereço: clima diário")).toBeNull();
  for (const { textContent } of document.querySelectorAll("code"))
    if (textContent?.startsWith("http")) expect(textContent).not.toContain("chave-que-le");
});

it("says when a key was made and last used, and revokes it", async () => {
  const api = await show(() => ({ createdAt: "2026-11-25T12:00:00Z", usedAt: null }));
  expect(await screen.findByText(/Último uso: Nunca/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Revogar chave" }));
  await vi.waitFor(() => expect(api.count("POST /Gateway/RevokeKey")).toBe(1));
});

it("offers another try when the API fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const api = await show(failing);
  const retry = await screen.findByRole("button", { name: /Tentar/ });
  api.answers[STATE] = () => ({ createdAt: "2026-11-25T12:00:00Z", usedAt: null });
  await userEvent.click(retry);
  expect(await screen.findByRole("button", { name: "Revogar chave" })).toBeTruthy();
});

it("offers no end of a key before it knows of one", async () => {
  await show(pending);
  expect(screen.queryByRole("button", { name: "Revogar chave" })).toBeNull();
});

it.each([
  [[], true],
  [["watering"], false],
])("asks how a message looks unless the key reads: %s", (reads, isShown) => {
  const { fields: schema } = entityInfo("gateway");
  const form = { schema, values: { reads, mapping: [] }, errors: {}, set() {}, change() {}, readOnly: false };
  open(
    <FormContext value={{ ...form, timeZone: "America/Sao_Paulo" }}>
      <FormFields groups={gatewayView.groups(listsOf(new Map()), undefined)} />
    </FormContext>,
    "/",
    "/",
  );
  expect(screen.getByText("Quem envia")).toBeTruthy();
  expect(screen.queryByText("Forma da mensagem") !== null).toBe(isShown);
});
