import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { deviceStorage } from "../../platform/storage.ts";
import { ServerAddress } from "./server-address.tsx";

const reload = vi.hoisted(() => vi.fn());
vi.mock("../../platform/page.ts", () => ({ page: { reload } }));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  deviceStorage.remove("bffOrigin");
});

it("shows the server of the build, and uses another one only after it answered", async () => {
  vi.stubEnv("VITE_BFF_URL", "https://irriga.example.com.br");
  vi.stubGlobal("fetch", async (address: string) => {
    if (address !== "https://nova.example.com.br/config.json") throw new TypeError("Failed to fetch");
    return Response.json({ name: "Lâmina", version: "1.0.0", demo: false });
  });
  render(<ServerAddress />);
  await userEvent.click(screen.getByRole("button", { name: "Servidor: irriga.example.com.br" }));
  const field = screen.getByRole("textbox", { name: "Endereço do servidor da sua fazenda" });
  const save = () => userEvent.click(screen.getByRole("button", { name: "Verificar e usar" }));
  await userEvent.clear(field);
  await userEvent.type(field, "outra.example.com.br");
  await save();
  expect(await screen.findByText("Nenhum servidor do Lâmina responde neste endereço.")).toBeTruthy();
  expect([reload.mock.calls.length, deviceStorage.read("bffOrigin")]).toEqual([0, null]);

  await userEvent.clear(field);
  await userEvent.type(field, "nova.example.com.br");
  await save();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(deviceStorage.read("bffOrigin")).toBe("https://nova.example.com.br");
});
