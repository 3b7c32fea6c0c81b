import type { ProblemId } from "@lamina/shared/core/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../../ui/now.tsx";
import type { CommandAsk } from "./command-ask.ts";
import { CommandDialog } from "./command-dialog.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

installDialog();

const arcs = [
  { fromDeg: 0, toDeg: 180 },
  { fromDeg: 180, toDeg: 360 },
];
const SPEED: CommandAsk = { order: { command: "speed", percent: 45 }, arcs };

async function show(ask: CommandAsk, problems = [[403, "confirm-password"]] as [number, ProblemId, string?][]) {
  const sent: Record<string, unknown>[] = [];
  await startApiServer({
    "POST /PivotCommand/Insert": ({ body }, response) => {
      sent.push(body as Record<string, unknown>);
      sendProblem(response, ...(problems[sent.length - 1] ?? [409, "interlocked"]));
    },
  });
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  const pivot = { _id: "p1", clientId: "c", name: "Pivô 01" };
  const machine = { pivot, farm: { name: "Buriti", timezone: "America/Sao_Paulo" } };
  render(
    <NowProvider clock={() => Date.parse("2026-05-14T15:00:00Z")}>
      <QueryClientProvider client={new QueryClient()}>
        <CommandDialog machine={machine} ask={ask} onClose={() => {}} />
      </QueryClientProvider>
    </NowProvider>,
  );
  return { sent, dialog: within(await screen.findByRole("dialog")), user: userEvent.setup() };
}

it("changes the speed by angle, with a stop, by the keyboard alone, and asks for the password that the client requires", async () => {
  const { sent, dialog, user } = await show(SPEED);
  dialog.getByRole("radio", { name: "Por ângulo" }).focus();
  await user.keyboard(" ");
  const second = dialog.getByRole("textbox", { name: /^De 180.*a 360/ });
  second.focus();
  await user.clear(second);
  await user.keyboard("60");
  dialog.getByRole("radio", { name: "Parar no ângulo" }).focus();
  await user.keyboard(" ");
  dialog.getByRole("textbox", { name: "Ângulo da parada, °" }).focus();
  await user.keyboard("90{Enter}");
  const password = await dialog.findByLabelText("Sua senha");
  const order = {
    command: "speed",
    pivotId: "p1",
    table: [
      { ...arcs[0], percent: 45 },
      { ...arcs[1], percent: 60 },
    ],
    stopAt: { angleDeg: 90 },
  };
  expect(sent).toMatchObject([order]);
  password.focus();
  await user.keyboard("irrigar{Enter}");
  await vi.waitFor(() => expect(sent[1]).toMatchObject({ ...order, password: "irrigar" }));
});

it("asks for the PIN with the keys of numbers, and for the password on request", async () => {
  const { sent, dialog, user } = await show({ order: { command: "direction", direction: "forward" } }, [
    [403, "confirm-pin"],
    [403, "confirm-pin"],
  ]);
  const confirm = dialog.getByRole("button", { name: "Inverter agora: Pivô 01" });
  await user.click(confirm);
  const pin = await dialog.findByLabelText("Seu PIN");
  expect([pin.getAttribute("inputmode"), pin.getAttribute("autocomplete")]).toEqual(["numeric", "off"]);
  await user.type(pin, "000001{Enter}");
  await vi.waitFor(() => expect(sent[1]).toMatchObject({ pin: "000001" }));
  await vi.waitFor(() => expect(confirm.getAttribute("aria-busy")).toBeNull());
  await user.click(dialog.getByRole("button", { name: "Usar a senha" }));
  await user.type(dialog.getByLabelText("Sua senha"), "irrigar{Enter}");
  await vi.waitFor(() => expect(sent[2]).toMatchObject({ password: "irrigar" }));
  expect(sent[2]).not.toHaveProperty("pin");
});

it("asks for the password when the PIN is locked, in a field without the PIN", async () => {
  const { dialog, user } = await show({ order: { command: "direction", direction: "forward" } }, [
    [403, "confirm-pin"],
    [429, "pin-locked"],
  ]);
  await user.click(dialog.getByRole("button", { name: "Inverter agora: Pivô 01" }));
  await user.type(await dialog.findByLabelText("Seu PIN"), "000001{Enter}");
  const password = await dialog.findByLabelText("Sua senha");
  expect(password).toHaveProperty("value", "");
});

it("asks for the password where no PIN is set, with the words of the API on where to set one", async () => {
  const { dialog, user } = await show({ order: { command: "direction", direction: "forward" } }, [
    [403, "pin-missing", "Crie o seu em Meus acessos."],
  ]);
  await user.click(dialog.getByRole("button", { name: "Inverter agora: Pivô 01" }));
  expect(await dialog.findByLabelText("Sua senha")).toBeTruthy();
  expect(dialog.getByText("Crie o seu em Meus acessos.")).toBeTruthy();
});

it("sends nothing without a connection, and says so on the button", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { sent, dialog, user } = await show({ order: { command: "stop" } });
  const button = dialog.getByRole("button", { name: "Parar agora: Pivô 01" });
  expect(button.textContent).toBe("sem conexão: opere na máquina");
  await user.click(button);
  expect(sent).toEqual([]);
});
