import type { Device } from "@lamina/shared/records/telemetry";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { prepareScreens } from "../../../../testing/screen.tsx";
import { failing, pending, withClient } from "../../testing/with-client.ts";
import { WeatherLinkCard } from "./weatherlink-card.tsx";

const open = prepareScreens(Date.parse("2026-11-26T12:00:00Z"));
const LINK = "GET /Device/GetWeatherLink";

async function show(answers: Parameters<typeof withClient>[0]) {
  const api = await withClient(answers);
  open(<WeatherLinkCard device={{ _id: "d1" } as Device} timeZone="America/Sao_Paulo" />, "/", "/");
  return api;
}

it("asks which station of an account is meant, and reads it", async () => {
  const api = await show({
    [LINK]: () => null,
    "POST /Device/SetWeatherLink": ({ body }) =>
      (body as { stationId?: string }).stationId
        ? { matchedCount: 1, stations: [], fault: null }
        : {
            matchedCount: 0,
            stations: [
              { id: "7", name: "Sede" },
              { id: "8", name: "Retiro" },
            ],
            fault: null,
          },
  });
  const key = await screen.findByLabelText("Chave da API (v2)");
  expect(screen.queryByRole("status")).toBeNull();
  await userEvent.type(key, "chave-123");
  await userEvent.type(screen.getByLabelText("Segredo da API"), "segredo-123");
  await userEvent.click(screen.getByRole("button", { name: "Ler da WeatherLink" }));
  const retiro = await screen.findByRole("button", { name: "Retiro" });
  // The first call is still ending when its answer is shown.
  await vi.waitFor(() => expect(retiro.getAttribute("aria-busy")).toBeNull());
  await userEvent.click(retiro);
  await vi.waitFor(() =>
    expect(api.requests.map(({ body }) => body)).toContainEqual({
      ...{ _id: "d1", apiKey: "chave-123", apiSecret: "segredo-123" },
      stationId: "8",
    }),
  );
});

it("names the last fault of a station that is read, and says when it could not be ended", async () => {
  await show({
    [LINK]: () => ({
      ...{ stationId: "7", apiKey: "chave-123", succeededAt: null },
      ...{ failedAt: "2026-11-26T11:00:00Z", fault: "rejected" },
    }),
    "POST /Device/EndWeatherLink": failing,
  });
  expect(await screen.findByText(/Estação 7 · último sucesso: ainda não/)).toBeTruthy();
  expect(screen.getByText(/a chave ou o segredo não foi aceito/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Não ler mais" }));
  expect(await screen.findByText("Não foi possível gravar. Tente novamente.")).toBeTruthy();
});

it("shows no form before it knows whether a key is stored", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const api = await show({ [LINK]: failing });
  const retry = await screen.findByRole("button", { name: /Tentar/ });
  expect(screen.queryByLabelText("Segredo da API")).toBeNull();
  api.answers[LINK] = () => null;
  await userEvent.click(retry);
  expect(await screen.findByLabelText("Segredo da API")).toBeTruthy();
});

it("shows a placeholder while it loads", async () => {
  await show({ [LINK]: pending });
  expect(screen.getByText("Davis WeatherLink")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Ler da WeatherLink" })).toBeNull();
});
