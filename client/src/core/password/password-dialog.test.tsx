import { encodeBase64 } from "@lamina/shared/core/base64";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { makeToken } from "../../testing/token.ts";
import PasswordDialog from "./password-dialog.tsx";

beforeAll(installDialog);
beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CODE_TOKEN = makeToken({ exp: 4_000_000_000, roles: ["set-password"] });

async function fill(words: Record<string, string>) {
  const user = userEvent.setup();
  for (const [label, value] of Object.entries(words)) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), value);
  }
  await user.click(screen.getByRole("button", { name: "Salvar senha" }));
}

it("sets a password with a code, and reports the user name and the new password", async () => {
  const saved = vi.fn();
  let tries = 0;
  const api = await startApiServer({
    "POST /Authentication/Login": () => ({ token: ++tries === 1 ? "" : CODE_TOKEN }),
    "POST /User/SetPassword": () => ({ matchedCount: 1 }),
  });
  render(<PasswordDialog by="code" userName="dora" onClose={() => {}} onSaved={saved} />);
  await fill({ Código: "ABCD", "Nova senha": "segredo", "Repita a nova senha": "segrado" });
  expect(screen.getByText("Use pelo menos 8 caracteres.")).toBeTruthy();
  expect(screen.getByText("As senhas não são iguais.")).toBeTruthy();
  expect(tries).toBe(0);
  await fill({ "Nova senha": "irrigação é água", "Repita a nova senha": "irrigação é água" });
  expect(await screen.findByText("Código inválido ou vencido. Peça um novo convite.")).toBeTruthy();
  expect(screen.getByLabelText("Código").getAttribute("aria-invalid")).toBe("true");
  await fill({ Código: "CSAY-HY38-X740-YG35" });
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith("dora", "irrigação é água"));
  const [login, set] = api.requests.slice(-2);
  expect(login?.body).toEqual({ UserName: "dora", Password: encodeBase64("CSAY-HY38-X740-YG35") });
  expect(set?.body).toEqual({ next: encodeBase64("irrigação é água") });
  expect(set?.headers.authorization).toBe(`Bearer ${CODE_TOKEN}`);
});

it("changes the user's own password with the current one", async () => {
  const closed = vi.fn();
  const api = await startApiServer({ "POST /User/ChangePassword": () => ({ matchedCount: 1 }) });
  render(<PasswordDialog by="password" userName="dora" onClose={closed} />);
  await fill({ "Senha atual": "antiga", "Nova senha": "nova-senha", "Repita a nova senha": "nova-senha" });
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(api.requests.at(-1)?.body).toEqual({ current: encodeBase64("antiga"), next: encodeBase64("nova-senha") });
});

it("says that the connected API lacks the call", async () => {
  await startApiServer({ "POST /Authentication/Login": () => ({ token: CODE_TOKEN }) });
  render(<PasswordDialog by="code" userName="dora" onClose={() => {}} />);
  await fill({ Código: "CSAY-HY38-X740-YG35", "Nova senha": "nova-senha", "Repita a nova senha": "nova-senha" });
  expect(await screen.findByText(/não oferece a troca de senha por aqui/)).toBeTruthy();
});
