// @vitest-environment node
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

/** A service worker with these windows of the app, and these notifications on the screen. */
async function worker(windows: object[], shown: object[] = []) {
  let hear: (event: object) => void = () => {};
  const showNotification = vi.fn(async (_title: string, _options: Record<string, unknown>) => {});
  const setAppBadge = vi.fn(async () => {});
  vi.stubGlobal("self", {
    clients: { matchAll: async () => windows },
    registration: { getNotifications: async () => shown, showNotification },
    navigator: { setAppBadge },
    addEventListener(_type: string, listener: typeof hear) {
      hear = listener;
    },
  });
  vi.resetModules();
  await import("./push-message.ts");
  const push = async (data?: object) => {
    let work: unknown;
    hear({
      data: data && { json: () => data },
      waitUntil(given: unknown) {
        work = given;
      },
    });
    await work;
    return showNotification.mock.lastCall;
  };
  return { push, showNotification, setAppBadge };
}

const MESSAGE = { id: "a1", text: "Pivô 3 parou", link: "/maps" };
const page = (visibilityState: string) => ({ visibilityState, postMessage: vi.fn() });

it("shows a message titled 'Mensagem' with its text, its link and a badge", async () => {
  const { push, setAppBadge } = await worker([page("hidden")]);
  const [title, options] = (await push(MESSAGE)) ?? [];
  expect(title).toBe("Mensagem");
  expect(options).toMatchObject({ body: "Pivô 3 parou", silent: false, lang: "pt-BR", data: { link: "/maps" } });
  expect(setAppBadge).toHaveBeenCalledWith(1);
});

it("shows nothing while the user sees a page, which gets the message", async () => {
  const seen = page("visible");
  const { push, showNotification } = await worker([page("hidden"), seen]);
  await push(MESSAGE);
  expect(showNotification).not.toHaveBeenCalled();
  expect(seen.postMessage).toHaveBeenCalledWith({ type: "message-pushed", ...MESSAGE });
});

it("shows two messages as two, also with one text", async () => {
  const { push } = await worker([], [{ tag: "a1" }]);
  const [, options] = (await push({ ...MESSAGE, id: "a2" })) ?? [];
  expect(options).toMatchObject({ tag: "a2", silent: false });
});

it("replaces without a sound what a page in the background has shown under the same id", async () => {
  const { push, setAppBadge } = await worker([], [{ tag: "a1" }]);
  const [, options] = (await push(MESSAGE)) ?? [];
  expect(options).toMatchObject({ tag: "a1", silent: true });
  expect(setAppBadge).toHaveBeenCalledWith(1);
});

it("shows a push without content", async () => {
  expect((await (await worker([])).push())?.[1]).toMatchObject({ body: "(mensagem sem texto)" });
});

it("offers to take an alert, and no other message", async () => {
  const [, options] = (await (await worker([])).push({ ...MESSAGE, alert: "n1" })) ?? [];
  expect(options).toMatchObject({
    data: { link: "/maps", alert: "n1" },
    actions: [
      { action: "take", title: "Assumir" },
      { action: "open", title: "Ver" },
    ],
  });
  expect((await (await worker([])).push(MESSAGE))?.[1]).not.toHaveProperty("actions");
});
