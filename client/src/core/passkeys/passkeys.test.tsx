import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { sendProblem, startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../../ui/now.tsx";
import { CommandDialog } from "../commands/command-dialog.tsx";
import { OwnPasskeys } from "../sessions/own-passkeys.tsx";

// Mocked, because the lock of a device is outside of our code.
const device = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }));
vi.mock("@simplewebauthn/browser", () => device);

installDialog();
beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.stubGlobal("PublicKeyCredential", { isUserVerifyingPlatformAuthenticatorAvailable: async () => true });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const ADD = "Adicionar biometria deste aparelho";
const USE = "Usar a biometria deste aparelho";
const START = {
  challenge: "AAAA",
  rpId: "localhost",
  user: { id: "YQ", name: "ana", displayName: "Ana" },
  excluded: [],
};
const at = "2026-11-20T12:00:00Z";
const ofAnother = { _id: "p1", name: "Chrome, Android", createdAt: at, lastUsedAt: at, credentialId: "other" };
const ASK = { challenge: "BBBB", rpId: "localhost", allowed: [{ id: "own", transports: ["internal"] }] };
const PROOF = { id: "own", clientDataJSON: "Yw", authenticatorData: "YQ", signature: "cw" };

function show(content: ReactNode) {
  render(
    <NowProvider clock={() => Date.parse("2026-11-27T12:00:00Z")}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </NowProvider>,
  );
  return userEvent.setup();
}

it("adds that of this device by the password, says why it was not added, and removes one", async () => {
  let list: object[] = [ofAnother];
  const api = await startApiServer({
    "GET /User/GetPasskeys": () => list,
    "POST /User/StartPasskey": () => START,
    "POST /User/ConfirmPasskey": ({ body }) => {
      list = [ofAnother, { ...ofAnother, _id: "p2", credentialId: (body as { id: string }).id, lastUsedAt: null }];
      return { matchedCount: 1 };
    },
    "POST /User/EndPasskey": () => {
      list = list.slice(1);
      return { matchedCount: 1 };
    },
  });
  const user = show(<OwnPasskeys />);
  await user.click(await screen.findByRole("button", { name: ADD }));
  await user.type(screen.getByLabelText("Senha atual"), "irrigar");
  device.startRegistration.mockRejectedValueOnce(Object.assign(new Error(), { name: "NotAllowedError" }));
  await user.click(screen.getByRole("button", { name: "Continuar" }));
  expect(await screen.findByText(/nada foi adicionado/)).toBeTruthy();
  device.startRegistration.mockRejectedValueOnce(Object.assign(new Error(), { name: "InvalidStateError" }));
  await user.click(screen.getByRole("button", { name: "Continuar" }));
  expect(await screen.findByText("Este aparelho já está na lista.")).toBeTruthy();
  const response = { clientDataJSON: "Yw", attestationObject: "YQ", transports: ["internal", "new-kind"] };
  device.startRegistration.mockResolvedValueOnce({ id: "own", response });
  await user.click(screen.getByRole("button", { name: "Continuar" }));
  expect(await screen.findByText(/ainda sem uso/)).toBeTruthy();
  const sent = api.requests.find(({ url }) => url?.endsWith("/User/ConfirmPasskey"));
  expect(sent?.body).toMatchObject({ id: "own", attestationObject: "YQ", transports: ["internal"] });
  expect(device.startRegistration.mock.lastCall?.[0].optionsJSON).toMatchObject({
    ...{ challenge: "AAAA", rp: { id: "localhost" } },
    authenticatorSelection: { authenticatorAttachment: "platform", userVerification: "required" },
  });
  expect(screen.queryByRole("button", { name: ADD })).toBeNull();
  const [remove] = screen.getAllByRole("button", { name: "Remover a biometria de Chrome, Android" });
  await user.click(remove ?? expect.fail("no row"));
  await user.type(screen.getByLabelText("Senha atual"), "irrigar{Enter}");
  await waitFor(() => expect(api.requests.at(-2)?.body).toEqual({ _id: "p1", current: btoa("irrigar") }));
});

it("shows nothing on a device without a lock of its own, but the passkeys of other devices, to be removed", async () => {
  vi.stubGlobal("PublicKeyCredential", undefined);
  let list: object[] = [];
  const api = await startApiServer({ "GET /User/GetPasskeys": () => list });
  show(<OwnPasskeys />);
  await waitFor(() => expect(api.requests).toHaveLength(1));
  expect(screen.queryByRole("heading")).toBeNull();
  cleanup();
  list = [ofAnother];
  show(<OwnPasskeys />);
  expect(await screen.findByText("Chrome, Android")).toBeTruthy();
  expect(screen.queryByRole("button", { name: ADD })).toBeNull();
});

it("confirms a command by this device's own, again with the next challenge, and not by that of another device", async () => {
  const sent: Record<string, unknown>[] = [];
  await startApiServer({
    "POST /PivotCommand/Insert": ({ body }, response) => {
      sent.push(body as Record<string, unknown>);
      const current = { passkey: { ...ASK, challenge: `challenge-${sent.length}` } };
      if (sent.length === 4)
        return sendProblem(response, 409, "interlocked", "Ponta.", { interlocks: ["peak-tariff"] });
      sendProblem(response, 403, sent.length === 1 ? "confirm-pin" : "confirm-passkey", undefined, current);
    },
  });
  const pivot = { _id: "p1", clientId: "c", name: "Pivô 01" };
  const machine = { pivot, farm: { name: "Buriti", timezone: "America/Sao_Paulo" } };
  const ask = { order: { command: "direction", direction: "forward" } } as const;
  const dialog = () => <CommandDialog machine={machine} ask={ask} onClose={() => {}} />;
  const user = show(dialog());
  await user.click(screen.getByRole("button", { name: "Inverter agora: Pivô 01" }));
  expect(await screen.findByLabelText("Seu PIN")).toBeTruthy();
  expect(screen.queryByRole("button", { name: USE })).toBeNull();
  cleanup();
  sent.length = 0;
  localStorage.setItem("passkeys", "own");
  show(dialog());
  await user.click(screen.getByRole("button", { name: "Inverter agora: Pivô 01" }));
  device.startAuthentication.mockRejectedValueOnce(new Error());
  await user.click(await screen.findByRole("button", { name: USE }));
  expect(await screen.findByText(/A biometria não confirmou/)).toBeTruthy();
  const { id, ...response } = PROOF;
  device.startAuthentication.mockResolvedValue({ id, response });
  await user.click(screen.getByRole("button", { name: USE }));
  await waitFor(() => expect(sent[1]).toMatchObject({ command: "direction", passkey: PROOF }));
  expect(sent[1]).not.toHaveProperty("pin");
  expect(device.startAuthentication.mock.lastCall?.[0].optionsJSON).toMatchObject({
    ...{
      challenge: "challenge-1",
      userVerification: "required",
      allowCredentials: [{ id: "own", type: "public-key" }],
    },
  });
  await waitFor(() => expect(sent).toHaveLength(2));
  await user.click(await screen.findByRole("button", { name: USE }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(device.startAuthentication.mock.lastCall?.[0].optionsJSON).toMatchObject({ challenge: "challenge-2" });
  expect(screen.getByLabelText("Seu PIN")).toBeTruthy();
  // After another refusal the next attempt begins without a proof.
  await user.click(await screen.findByRole("button", { name: USE }));
  expect(await screen.findByText("Ponta.")).toBeTruthy();
  expect(screen.queryByLabelText("Seu PIN")).toBeNull();
});
