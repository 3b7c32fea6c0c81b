// @vitest-environment node
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** Taps a notification in a service worker with these windows of the app. */
async function tap(windows: object[], data?: object, action = "") {
  let hear: (event: object) => void = () => {};
  let work: unknown;
  const clients = { matchAll: async () => windows, openWindow: vi.fn() };
  vi.stubGlobal("self", {
    clients,
    addEventListener(_type: string, listener: typeof hear) {
      hear = listener;
    },
  });
  vi.resetModules();
  await import("./notification-click.ts");
  const close = vi.fn();
  hear({
    action,
    notification: { close, data },
    waitUntil(given: unknown) {
      work = given;
    },
  });
  await work;
  expect(close).toHaveBeenCalledOnce();
  return clients.openWindow;
}

const pageOf = (focused: boolean) => ({ focused, focus: vi.fn(), postMessage: vi.fn() });

it("focuses the page in use, and sends it to the path of the message", async () => {
  const [other, used] = [pageOf(false), pageOf(true)];
  const opened = await tap([other, used], { link: "/maps" });
  expect(used.postMessage).toHaveBeenCalledWith({ type: "notification-opened", link: "/maps" });
  expect([used.focus.mock.calls.length, other.focus.mock.calls.length, opened.mock.calls.length]).toEqual([1, 0, 0]);
});

it("focuses a page without a path", async () => {
  const page = pageOf(false);
  await tap([page]);
  expect([page.focus.mock.calls.length, page.postMessage.mock.calls.length]).toEqual([1, 0]);
});

it("opens the app where no page is open", async () => {
  expect((await tap([], { link: "/maps" })).mock.calls).toEqual([["/maps"]]);
  expect((await tap([])).mock.calls).toEqual([["/home"]]);
});

it("takes the alert of a notification by the page, which has the outbox", async () => {
  const link = "/irrigameter?cliente=c1&pivo=p1";
  const take = "/irrigameter?cliente=c1&pivo=p1&assumir=n1";
  expect((await tap([], { link, alert: "n1" }, "take")).mock.calls).toEqual([[take]]);
  expect((await tap([], { link, alert: "n1" }, "open")).mock.calls).toEqual([[link]]);
  expect((await tap([], { alert: "n 1" }, "take")).mock.calls).toEqual([["/home?assumir=n%201"]]);
  expect((await tap([], { link }, "take")).mock.calls).toEqual([[link]]);
  const page = pageOf(true);
  await tap([page], { link, alert: "n1" }, "take");
  expect(page.postMessage).toHaveBeenCalledWith({ type: "notification-opened", link: take });
});
