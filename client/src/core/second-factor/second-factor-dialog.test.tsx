import { encodeBase64 } from "@lamina/shared/core/base64";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { encode } from "uqr";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connectCredentials } from "../../api/credentials.ts";
import { startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { NowProvider } from "../../ui/now.tsx";
import SecondFactorDialog from "./second-factor-dialog.tsx";

beforeAll(installDialog);
beforeEach(() => {
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CODES = ["AAAA-BBBB-CCCC-DDDD", "EEEE-FFFF-GGGG-HHHH"];
const STARTED = {
  secret: "ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP",
  link: "otpauth://totp/L:ana?secret=ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP",
};
const show = (before?: Parameters<typeof SecondFactorDialog>[0]["before"]) => {
  const closed = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NowProvider clock={Date.now}>
        <SecondFactorDialog {...(before && { before })} onClose={closed} />
      </NowProvider>
    </QueryClientProvider>,
  );
  return closed;
};

it("sets it up: password, secret in groups of four, code, and the recovery codes", async () => {
  const user = userEvent.setup();
  const api = await startApiServer({
    "GET /User/GetSecondFactor": () => ({ since: null, recoveryCodes: 0, required: false }),
    "POST /User/StartSecondFactor": () => STARTED,
    "POST /User/ConfirmSecondFactor": () => ({ recoveryCodes: CODES, token: null }),
  });
  const closed = show();
  await user.click(await screen.findByRole("button", { name: "Ativar" }));
  expect(screen.getByText("Campo obrigatório.")).toBeTruthy();
  await user.type(screen.getByLabelText("Senha atual"), "irrigar");
  await user.click(screen.getByRole("button", { name: "Ativar" }));
  expect(await screen.findByText("ABCD EFGH IJKL MNOP ABCD EFGH IJKL MNOP")).toBeTruthy();
  const image = await screen.findByRole("img", { name: /Código QR/ });
  const { data } = encode(STARTED.link, { ecc: "M", border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
  expect(
    image
      .querySelector("path[fill='#000']")
      ?.getAttribute("d")
      ?.match(/\d+ \d+/g),
  ).toEqual(dark);
  expect(screen.getByRole("link", { name: "Abrir o aplicativo" }).getAttribute("href")).toBe(STARTED.link);
  const field = screen.getByLabelText("Código");
  expect(field.getAttribute("autocomplete")).toBe("one-time-code");
  await user.type(field, "123 456");
  await user.click(screen.getByRole("button", { name: "Confirmar" }));
  for (const one of CODES) expect(await screen.findByText(one)).toBeTruthy();
  expect(api.requests.at(-2)?.body).toEqual({ current: encodeBase64("irrigar") });
  expect(api.requests.at(-1)?.body).toEqual({ code: "123 456" });
  await user.click(screen.getByRole("button", { name: "Guardei os códigos" }));
  expect(closed).toHaveBeenCalled();
});

it("before a login that requires it uses that login's token, and hands over the token of the session", async () => {
  const user = userEvent.setup();
  const api = await startApiServer({
    "POST /User/StartSecondFactor": () => STARTED,
    "POST /User/ConfirmSecondFactor": () => ({ recoveryCodes: CODES, token: "s.e.s" }),
  });
  const enter = vi.fn();
  show({ token: "s.e.t", password: "irrigar", enter });
  await user.click(screen.getByRole("button", { name: "Ativar" }));
  await user.type(await screen.findByLabelText("Código"), "123456");
  await user.click(screen.getByRole("button", { name: "Confirmar" }));
  await user.click(await screen.findByRole("button", { name: "Guardei os códigos" }));
  expect(enter).toHaveBeenCalledExactlyOnceWith("s.e.s");
  expect(api.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer s.e.t", "Bearer s.e.t"]);
});

it("ends it with password and code", async () => {
  const user = userEvent.setup();
  const api = await startApiServer({
    "GET /User/GetSecondFactor": () => ({ since: "2026-05-10T12:00:00.000Z", recoveryCodes: 2, required: false }),
    "POST /User/EndSecondFactor": () => ({ matchedCount: 1 }),
  });
  const closed = show();
  expect(await screen.findByText(/Restam 2 códigos/)).toBeTruthy();
  await user.type(screen.getByLabelText("Senha atual"), "irrigar");
  await user.type(screen.getByLabelText("Código"), "123456");
  await user.click(screen.getByRole("button", { name: "Desativar" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(api.requests.at(-1)?.body).toEqual({ current: encodeBase64("irrigar"), code: "123456" });
});
