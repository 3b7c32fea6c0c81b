import type { UnclaimedMessages } from "@lamina/shared/records/readings";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { RouteAnswer } from "../../../testing/api-server.ts";
import { prepareScreens } from "../../../testing/screen.tsx";
import { failing, pending, withClient } from "../testing/with-client.ts";
import { Unclaimed } from "./unclaimed.tsx";

const open = prepareScreens(Date.parse("2026-11-26T12:00:00Z"));
const UNCLAIMED = "GET /Device/GetUnclaimed";
const raw = JSON.stringify({
  end_device_ids: { dev_eui: "A840" },
  received_at: "2026-11-26T11:00:00Z",
  uplink_message: { decoded_payload: { water_SOIL: "21.40 %", temp_SOIL: "24.1 °C" } },
});
const SENDER: UnclaimedMessages = {
  ...{ serial: "A840", gatewayId: "g1", count: 3 },
  last: {
    ...{ date: "2026-11-26T11:50:00Z", door: "key", topic: "/in", raw, accepted: 0, duplicate: 0, rejected: 0 },
    refusals: [{ id: "unknown-serial", field: "serial", sent: "A840" }],
  },
};

async function show(unclaimed: RouteAnswer) {
  const api = await withClient({
    "GET /Gateway/GetByClientID": () => [],
    "GET /Device/GetByClientID": () => [],
    "GET /Farm/GetByClientID": () => [
      { _id: "f1", clientId: "c1", name: "Buriti", lat: -15, lon: -47, altitude: 900, timezone: "America/Sao_Paulo" },
    ],
    [UNCLAIMED]: unclaimed,
  });
  open(<Unclaimed />, "/", "/");
  return api;
}

it("offers a device for a message, with the sensors that it brings", async () => {
  const api = await show(() => [SENDER]);
  expect(await screen.findByText("A840")).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Cadastrar equipamento" }));
  await screen.findByText("Novo equipamento A840");
  expect(screen.getByText(/Com os sensores que a mensagem traz: Umidade do solo.*Temperatura do solo/)).toBeTruthy();
  await userEvent.click(screen.getByText("Cancelar"));
  expect(screen.queryByText("Novo equipamento A840")).toBeNull();
  expect(api.requests.some(({ method }) => method === "POST")).toBe(false);
});

it.each([
  [1, /· 1 mensagem ·/],
  [3, /· 3 mensagens ·/],
])("counts %s messages of a sender", async (count, words) => {
  await show(() => [{ ...SENDER, count }]);
  expect((await screen.findByText("A840")).parentElement?.textContent).toMatch(words);
});

it("says what will appear here while no message has arrived", async () => {
  await show(() => []);
  expect(await screen.findByText(/de um equipamento não cadastrado/)).toBeTruthy();
});

it("offers another try when the API fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const api = await show(failing);
  const retry = await screen.findByRole("button", { name: /Tentar/ });
  api.answers[UNCLAIMED] = () => [];
  await userEvent.click(retry);
  expect(await screen.findByText(/de um equipamento não cadastrado/)).toBeTruthy();
});

it("shows a placeholder while it loads", async () => {
  await show(pending);
  expect(screen.getByText("Mensagens sem equipamento")).toBeTruthy();
  expect(screen.queryByText(/não cadastrado/)).toBeNull();
});
