import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deviceStorage } from "../platform/storage.ts";
import { apiAddress, bffOrigin, chooseBffOrigin } from "./address.ts";

const answers: Record<string, unknown> = {
  "https://nova.example.com.br/config.json": { name: "Lâmina", version: "1.0.0", demo: false },
};
beforeEach(() => {
  vi.stubEnv("VITE_BFF_URL", "https://irriga.example.com.br");
  vi.stubGlobal("fetch", async (address: string) => {
    if (!(address in answers)) throw new TypeError("Failed to fetch");
    return new Response(JSON.stringify(answers[address]));
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  deviceStorage.remove("bffOrigin");
});

it("uses the server of the build until the user names another one that answers", async () => {
  expect(apiAddress("/Client/GetAll")).toBe("https://irriga.example.com.br/api/Client/GetAll");
  expect(await chooseBffOrigin("nova.example.com.br")).toBe(true);
  expect(apiAddress("/Client/GetAll")).toBe("https://nova.example.com.br/api/Client/GetAll");
});

it.each([
  "http://nova.example.com.br",
  "outra.example.com.br",
  "não é um endereço",
  "https://ana:senha@nova.example.com.br",
])("keeps the server when %s is not a valid address", async (address) => {
  expect(await chooseBffOrigin(address)).toBe(false);
  expect(bffOrigin()).toBe("https://irriga.example.com.br");
});

it("uses the page's own server on the web, even if another one is stored", async () => {
  await chooseBffOrigin("nova.example.com.br");
  vi.stubEnv("VITE_BFF_URL", "");
  expect(bffOrigin()).toBe(location.origin);
});
