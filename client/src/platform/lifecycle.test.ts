import { afterEach, expect, it, vi } from "vitest";
import { onBackButton, onLinkOpened, onWake } from "./lifecycle.ts";

// Mocked, because the phone is outside of our code.
const phone = vi.hoisted(() => {
  type Listener = (event: { canGoBack?: boolean; url?: string }) => void;
  const listeners = new Map<string, Listener>();
  return {
    listeners,
    exitApp: vi.fn(async () => {}),
    addListener: vi.fn(async (name: string, listener: Listener) => {
      listeners.set(name, listener);
      return { remove: async () => void listeners.delete(name) };
    }),
  };
});
vi.mock("@capacitor/app", () => ({ App: phone }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("wakes on the connection, the visible tab and the restored page, until it is stopped", () => {
  const woken = vi.fn();
  const stop = onWake(woken);
  const signs = () => {
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("pageshow"));
    document.dispatchEvent(new Event("visibilitychange"));
  };
  signs();
  expect(woken).toHaveBeenCalledTimes(3);
  stop();
  signs();
  expect(woken).toHaveBeenCalledTimes(3);
});

it("does not wake when the tab is hidden", () => {
  const woken = vi.fn();
  const stop = onWake(woken);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(woken).not.toHaveBeenCalled();
  stop();
});

it("on a phone wakes with the app; the back button closes an open dialog, goes back, or leaves the app", async () => {
  vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
  const back = vi.spyOn(window.history, "back").mockImplementation(() => {});
  const woken = vi.fn();
  let dialogOpen = true;
  const stops = [onWake(woken), onBackButton(() => dialogOpen)];
  await vi.waitFor(() => expect([...phone.listeners.keys()]).toEqual(["resume", "backButton"]));

  phone.listeners.get("resume")?.({ canGoBack: false });
  expect(woken).toHaveBeenCalledOnce();
  const press = (canGoBack: boolean) => phone.listeners.get("backButton")?.({ canGoBack });
  press(true);
  expect(back).not.toHaveBeenCalled();
  dialogOpen = false;
  press(true);
  expect(back).toHaveBeenCalledOnce();
  expect(phone.exitApp).not.toHaveBeenCalled();
  press(false);
  expect(phone.exitApp).toHaveBeenCalledOnce();

  for (const stop of stops) stop();
  await vi.waitFor(() => expect(phone.listeners.size).toBe(0));
});

it("on a phone gives the path of a link that is opened with the app, without its host", async () => {
  const opened = vi.fn();
  onLinkOpened(opened)();
  expect(phone.listeners.size).toBe(0);

  vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
  const stop = onLinkOpened(opened);
  await vi.waitFor(() => expect([...phone.listeners.keys()]).toEqual(["appUrlOpen"]));
  for (const path of ["/maps?farm=f1#pivot", "//example.org/maps", ""]) {
    phone.listeners.get("appUrlOpen")?.({ url: `https://irriga.example.com.br${path}` });
  }
  expect(opened.mock.calls).toEqual([["/maps?farm=f1#pivot"], ["/example.org/maps"], ["/"]]);
  stop();
  await vi.waitFor(() => expect(phone.listeners.size).toBe(0));
});
