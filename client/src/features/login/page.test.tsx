import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startApiServer } from "../../testing/api-server.ts";
import { installDialog } from "../../testing/dialog.ts";
import { tokenFor } from "../../testing/token.ts";
import { Component } from "./page.tsx";

beforeEach(installDialog);
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser with a permission, and the answer that its user will give. */
function stubBrowser(permission: string, answer: Promise<string> = Promise.resolve("granted")) {
  const asked = vi.fn(() => answer);
  vi.stubGlobal("Notification", { permission, requestPermission: asked });
  return asked;
}

async function logIn(userName = "ana") {
  const token = tokenFor(3_600_000, Date.now(), "ana");
  await startApiServer({
    "POST /Authentication/Login": () => ({ token }),
    "GET /config.json": () => ({ name: "Lâmina", version: "test", demo: false, mapTiles: null }),
  });
  const router = createMemoryRouter([{ path: "*", element: <Component /> }]);
  render(<RouterProvider router={router} />);
  if (userName) await userEvent.type(screen.getByLabelText("Usuário"), userName);
  await userEvent.type(screen.getByLabelText("Senha"), "segredo");
  await userEvent.click(screen.getByRole("button", { name: "Entrar" }));
  return { token };
}

describe("the click on Entrar", () => {
  it("asks for the permission at once, and does not wait for the answer", async () => {
    const asked = stubBrowser("default", new Promise<string>(() => {}));
    let askedInClick = 0;
    // A browser takes what runs after the first wait as no part of the click.
    const hear = () => {
      askedInClick = asked.mock.calls.length;
    };
    window.addEventListener("submit", hear, { once: true });
    const { token } = await logIn();
    await vi.waitFor(() => expect(localStorage.getItem("token")).toBe(token));
    expect([asked.mock.calls.length, askedInClick]).toEqual([1, 1]);
  });

  it("logs a denial, and logs in", async () => {
    const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
    stubBrowser("default", Promise.resolve("denied"));
    const { token } = await logIn();
    await vi.waitFor(() => expect(localStorage.getItem("token")).toBe(token));
    expect(logged).toHaveBeenCalledWith("Permissão de notificação negada.");
  });

  it.each(["granted", "denied"])("with the permission %s asks nothing", async (permission) => {
    const asked = stubBrowser(permission);
    const { token } = await logIn();
    await vi.waitFor(() => expect(localStorage.getItem("token")).toBe(token));
    expect(asked).not.toHaveBeenCalled();
  });

  it("without notifications logs in", async () => {
    const { token } = await logIn();
    await vi.waitFor(() => expect(localStorage.getItem("token")).toBe(token));
  });

  it("without a user name asks nothing", async () => {
    const asked = stubBrowser("default");
    await logIn("");
    expect(asked).not.toHaveBeenCalled();
  });
});
