import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { installDialog } from "../../../testing/dialog.ts";
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
