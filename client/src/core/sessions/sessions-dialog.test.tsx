import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendFaults, sendProblem, startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../../ui/now.tsx";
import { STORED_CONFIG } from "../runtime-config/has-feature.ts";
import SessionsDialog from "./sessions-dialog.tsx";

installDialog();
afterEach(() => {
  cleanup();
  localStorage.clear();
});

it("keeps its way back beside the button that ends the other logins, and says what was not ended", async () => {
  localStorage.setItem(STORED_CONFIG, JSON.stringify({ features: ["sessions", "second-factor"] }));
  const at = "2026-11-20T12:00:00Z";
  const login = { startedAt: at, renewedAt: at, device: null };
  await startApiServer({
    "GET /User/GetSessions": () => [
      { _id: "s1", ...login, current: true },
      { _id: "s2", ...login, current: false },
    ],
    "POST /User/EndOtherSessions": (_request, response) => sendProblem(response, 500, "internal"),
  });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  const onClose = vi.fn();
  render(
    <NowProvider clock={() => Date.parse("2026-11-27T12:00:00Z")}>
      <QueryClientProvider client={new QueryClient()}>
        <SessionsDialog onClose={onClose} />
      </QueryClientProvider>
    </NowProvider>,
  );
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Encerrar todos os outros" }));
  expect(await dialog.findByText(/^O acesso não foi encerrado/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Fechar" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("sets a PIN for commands by the password, with the reasons of a refusal beside its fields, and removes it", async () => {
  localStorage.setItem(STORED_CONFIG, JSON.stringify({ features: ["sessions", "command-confirmation"] }));
  const sent: unknown[] = [];
  let since: string | null = null;
  await startApiServer({
    "GET /User/GetSessions": () => [],
    "GET /User/GetCommandPin": () => ({ since, lockedUntil: null }),
    "POST /User/SetCommandPin": ({ body }, response) => {
      sent.push(body);
      const { pin } = body as { pin: string };
      if (pin === "123456")
        return sendFaults(response, { field: "pin", id: "trivial-pin", message: "Fácil de adivinhar." });
      since = "2026-11-27T12:00:00Z";
      return { matchedCount: 1 };
    },
    "POST /User/EndCommandPin": () => {
      since = null;
      return { matchedCount: 1 };
    },
  });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  render(
    <NowProvider clock={() => Date.parse("2026-11-27T12:00:00Z")}>
      <QueryClientProvider client={new QueryClient()}>
        <SessionsDialog onClose={() => {}} />
      </QueryClientProvider>
    </NowProvider>,
  );
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: "Criar PIN" }));
  await userEvent.type(dialog.getByLabelText("Senha atual"), "irrigar");
  const pin = dialog.getByLabelText("PIN novo");
  expect([pin.getAttribute("inputmode"), pin.getAttribute("autocomplete")]).toEqual(["numeric", "off"]);
  await userEvent.type(pin, "123456{Enter}");
  expect(await dialog.findByText("Fácil de adivinhar.")).toBeTruthy();
  await userEvent.clear(pin);
  await userEvent.type(pin, "482915{Enter}");
  await userEvent.click(await dialog.findByRole("button", { name: "Remover PIN" }));
  expect(sent).toEqual(["123456", "482915"].map((one) => ({ current: btoa("irrigar"), pin: one })));
  await userEvent.type(dialog.getByLabelText("Senha atual"), "irrigar{Enter}");
  expect(await dialog.findByRole("button", { name: "Criar PIN" })).toBeTruthy();
});
