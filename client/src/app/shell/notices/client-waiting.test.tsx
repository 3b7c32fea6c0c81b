import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, LocalErrorId } from "../../../api/error.ts";
import { text as ui } from "../../../ui/text.ts";
import { text } from "../text.ts";
import { ClientWaiting, SILENT_MS } from "./client-waiting.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it.each([
  ["the server", 502, ui.failedServer],
  ["the connection", 0, ui.failedOffline],
  ["the rights", 403, ui.failedForbidden],
])("a list of clients that fails for some seconds names %s", (_case, status, words) => {
  const onRetry = vi.fn();
  const show = () => (
    <ClientWaiting status="error" failure={new ApiError(LocalErrorId.network, { status })} onRetry={onRetry} />
  );
  const { rerender } = render(show());
  expect(screen.getByRole("status").textContent).toContain(text.clientsAwaited);
  act(() => vi.advanceTimersByTime(SILENT_MS - 1));
  expect(screen.queryByRole("alert")).toBeNull();
  // The next try fails too, and does not begin the wait again.
  rerender(show());
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("alert").textContent).toContain(words);
  expect(screen.getByRole("alert").textContent).toContain(text.clientsRetried);
  screen.getByRole("button", { name: ui.retry }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it("an empty list names the person who can help", () => {
  render(<ClientWaiting status="empty" onRetry={() => {}} />);
  expect(screen.getByRole("status").textContent).toContain(text.noClientsHint);
});
