import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
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
