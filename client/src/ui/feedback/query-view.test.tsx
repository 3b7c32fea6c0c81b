import { MINUTE_MS } from "@lamina/shared/core/time";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { NowProvider } from "../now.tsx";
import { type QueryLike, QueryView } from "./query-view.tsx";

afterEach(cleanup);

const now = Date.parse("2026-01-15T12:00:00Z");

function show(query: Partial<QueryLike<string>>) {
  const refetch = vi.fn();
  const whole = {
    data: undefined,
    error: null,
    isFetching: false,
    dataUpdatedAt: now - 42 * MINUTE_MS,
    refetch,
    ...query,
  };
  render(
    <NowProvider clock={() => now}>
      <QueryView query={whole}>{(data) => <p>{data}</p>}</QueryView>
    </NowProvider>,
  );
  return refetch;
}

it("is loading", () => {
  show({ isFetching: true });
  expect(screen.getByRole("status").textContent).toBe("Carregando…");
});

it("shows a failure, and offers another try", async () => {
  const refetch = show({ error: new Error("network") });
  expect(screen.getByRole("alert").textContent).toContain("Não foi possível carregar os dados");
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(refetch).toHaveBeenCalledOnce();
});

it.each([
  [{ status: 0 }, "Confira a conexão"],
  [{ status: 502, reportable: true }, "O problema é do servidor"],
  [{ status: 429, reportable: false }, "O problema é do servidor"],
  // An answer that the app cannot read.
  [{ status: 0, reportable: true }, "O problema é do servidor"],
  [{ status: 403 }, "não tem acesso"],
])("names who can do something about %o", (error, words) => {
  show({ error: Object.assign(new Error("failed"), error) });
  expect(screen.getByRole("alert").textContent).toContain(words);
});

it("says that this API lacks it, without a retry", () => {
  show({ error: Object.assign(new Error("404"), { status: 404 }) });
  expect(screen.getByText("Este servidor ainda não oferece esta informação")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

it("keeps showing old data with their age when a refetch fails", () => {
  show({ data: "12 mm", error: new Error("network") });
  expect(screen.getByText("12 mm")).toBeDefined();
  expect(screen.getByRole("status").textContent).toContain("Mostrando dados recebidos há 42 min");
});

it("shows one notice of old data, also for nested views", () => {
  const query = {
    error: new Error("network"),
    isFetching: false,
    dataUpdatedAt: now - 42 * MINUTE_MS,
    refetch: vi.fn(),
  };
  render(
    <NowProvider clock={() => now}>
      <QueryView query={{ ...query, data: "outer" }}>
        {() => <QueryView query={{ ...query, data: "inner" }}>{(data) => <p>{data}</p>}</QueryView>}
      </QueryView>
    </NowProvider>,
  );
  expect(screen.getByText("inner")).toBeDefined();
  expect(screen.getAllByRole("status")).toHaveLength(1);
});

it("shows only the data when there is no failure", () => {
  show({ data: "12 mm" });
  expect(screen.getByText("12 mm")).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
});
