import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { NowProvider } from "../../ui/now.tsx";
import { Letterhead } from "./letterhead.tsx";

vi.mock("../../core/clients/use-clients.ts", () => ({
  useClients: () => ({ selected: { _id: "c", name: "Santa Clara", timezone: "America/Sao_Paulo" } }),
}));
afterEach(cleanup);

it("prints the client, the page and the moment, and shows nothing on the screen", () => {
  document.title = "Pluviometria · Gráficos · Lâmina";
  render(
    <NowProvider clock={() => Date.parse("2026-11-21T12:00:00Z")}>
      <Letterhead />
    </NowProvider>,
  );
  expect(document.body.textContent).toBe("");
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("Santa Clara")).toBeTruthy();
  expect(screen.getByText(document.title)).toBeTruthy();
  expect(screen.getByText("Impresso em 21/11/2026 09:00")).toBeTruthy();
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(document.body.textContent).toBe("");
});
