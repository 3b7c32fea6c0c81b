import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import { connectCredentials } from "../../../api/credentials.ts";
import { queryClient } from "../../../api/query-client.ts";
import { clientSetup } from "../../../core/clients/current-clients.ts";
import { type RouteAnswer, sendProblem, startApiServer } from "../../../testing/api-server.ts";
import { installDialog } from "../../../testing/dialog.ts";
import { expectConsoleError } from "../../../testing/setup.ts";
import { SearchButton } from "./search-button.tsx";
import { text } from "./text.ts";

beforeEach(() => {
  sessionStorage.clear();
  installDialog();
  Element.prototype.scrollIntoView = () => {};
});
afterEach(cleanup);

function show() {
  const page = (
    <>
      <SearchButton />
      <input aria-label="Observação" />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: page }]);
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

it("opens the search with Ctrl K, and says when nothing is found", async () => {
  const user = show();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await user.keyboard("xyz");
  expect(await screen.findByText(text.none("xyz"))).toBeTruthy();
});

it("opens the keys with ?, except while a text is typed", async () => {
  const user = show();
  await user.type(screen.getByLabelText("Observação"), "?");
  expect(screen.queryByRole("dialog", { name: text.keys })).toBeNull();
  await user.click(document.body);
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: text.keys })).toBeTruthy();
});

it("says that the pivots are loading or were not loaded, instead of that there is none", async () => {
  expectConsoleError(/Erro ao carregar/);
  connectCredentials({ token: () => "a.b.c", missing() {}, refused() {} });
  const board = Promise.withResolvers<void>();
  const refuse: RouteAnswer = async (_request, response) => {
    await board.promise;
    return sendProblem(response, 500, "internal");
  };
  await startApiServer({
    "GET /Client/GetAll": () => [{ _id: "c", id: "1", name: "Alfa", typeChart: 1 }],
    "GET /User/Me": () => ({ _id: "u", name: "Ana", userName: "ana", groupName: "Gestor", permissions: [] }),
    "GET /Menu/GetByClientID": () => [],
    "GET /Irrigameter/GetByClientID": refuse,
    "GET /Source/GetByClientID": refuse,
  });
  clientSetup.start();
  onTestFinished(() => {
    clientSetup.clear();
    queryClient.clear();
  });
  await expect.poll(() => clientSetup.state.get().selected?._id).toBe("c");
  const user = show();
  await user.keyboard("{Control>}k{/Control}");
  await screen.findByRole("combobox");
  await user.keyboard("piv");
  expect(await screen.findByText(text.loading)).toBeTruthy();
  expect(screen.queryByText(text.none("piv"))).toBeNull();
  board.resolve();
  expect(await screen.findByText(text.incomplete)).toBeTruthy();
});
