import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deviceNotifications, onPermissionAnswer } from "../../platform/notifications/notifications.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import { Toaster } from "../../ui/feedback/toast.tsx";
import type { TopicMessage } from "../realtime/realtime.ts";
import { createNotificationCenter } from "./notification-center.ts";
import { PermissionLine } from "./permission-line.tsx";
import { startNotifications } from "./use-notifications.ts";

// Mocked, because the phone is outside of our code.
const plugin = vi.hoisted(() => ({
  createChannel: vi.fn(async () => {}),
  checkPermissions: vi.fn(),
  requestPermissions: vi.fn(),
  checkExactNotificationSetting: async () => ({ exact_alarm: "granted" }),
  schedule: vi.fn(async () => ({ notifications: [] })),
}));
vi.mock("@capacitor/local-notifications", () => ({ LocalNotifications: plugin }));
vi.mock("../realtime/current-realtime.ts", () => ({ realtime: { subscribe: () => () => {} } }));

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

/** A started center, and what publishes a message to it. */
function start() {
  let tell: (message: TopicMessage) => void = () => {};
  const center = createNotificationCenter({
    realtime: {
      subscribe(_topic, handler) {
        tell = handler;
        return () => {};
      },
      shownBehind() {},
    },
    device: deviceNotifications,
    ownPushId: () => null,
    archive: { get: async () => undefined, set: async () => {} },
  });
  render(<Toaster />);
  center.start("ana");
  const settled = () => vi.waitFor(() => expect(center.state.get().isPermissionKnown).toBe(true));
  return { center, settled, tell: (text: string) => act(() => tell({ message: text, date: "2026-11-26T10:00:00Z" })) };
}

function expectInThePage(center: ReturnType<typeof start>["center"], text: string): void {
  expect(screen.getByRole("status").textContent).toContain(`Mensagem${text}`);
  expect(center.state.get().items[0]?.text).toBe(text);
}

describe.each(["android", "ios"])("on %s", (platform) => {
  beforeEach(() => vi.stubGlobal("Capacitor", { isNativePlatform: () => true, getPlatform: () => platform }));

  it.each([
    ["prompt", "granted", 1, "granted"],
    ["prompt", "denied", 1, "denied"],
    ["granted", "granted", 0, "granted"],
    ["denied", "denied", 1, "denied"],
  ])("the permission %s is asked for at the start and becomes %s", async (before, answer, asked, after) => {
    if (after === "denied") expectConsoleError(/Falha ao iniciar as notificações.*User denied permissions!/);
    let display = before;
    plugin.checkPermissions.mockImplementation(async () => ({ display }));
    plugin.requestPermissions.mockImplementation(async () => {
      display = answer;
      return { display };
    });
    const { center, tell } = start();
    tell("Pivô 3 parou");
    expectInThePage(center, "Pivô 3 parou");
    await vi.waitFor(() => expect(center.state.get().permission).toBe(after));
    await vi.waitFor(() => expect(plugin.requestPermissions).toHaveBeenCalledTimes(asked));
    if (after === "granted") await vi.waitFor(() => expect(plugin.schedule).toHaveBeenCalledOnce());
    else await vi.waitFor(() => expect(plugin.checkPermissions.mock.calls.length).toBeGreaterThanOrEqual(3));
    expect(plugin.schedule).toHaveBeenCalledTimes(after === "granted" ? 1 : 0);
  });
});

/** A browser in which the user has given, or will give, an answer. */
function stubBrowser(permission: string, answer = permission) {
  const shown = vi.fn();
  class FakeNotification {
    static permission = permission;
    static requestPermission = vi.fn(async () => {
      FakeNotification.permission = answer;
      return answer;
    });
    constructor(...given: unknown[]) {
      shown(...given);
    }
  }
  vi.stubGlobal("Notification", FakeNotification);
  return { shown, asked: FakeNotification.requestPermission };
}

describe("in a browser", () => {
  it.each([
    ["default", 0],
    ["granted", 1],
    ["denied", 0],
  ])("with the permission %s a message is in the page", async (permission, notifications) => {
    const { shown } = stubBrowser(permission);
    const { center, settled, tell } = start();
    await settled();
    tell("Pivô 3 parou");
    expectInThePage(center, "Pivô 3 parou");
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(notifications));
    if (permission === "denied") expect(warned).toHaveBeenCalledWith("Permissão de notificação negada.");
  });

  it("without notifications a message is in the page", async () => {
    Reflect.deleteProperty(globalThis, "Notification");
    const { center, settled, tell } = start();
    await settled();
    tell("Pivô 3 parou");
    expectInThePage(center, "Pivô 3 parou");
    expect(center.state.get().permission).toBe("unsupported");
  });

  it("does not ask at the start, without a click", async () => {
    const { asked } = stubBrowser("default");
    await start().settled();
    expect(asked).not.toHaveBeenCalled();
  });

  it("follows a change of the browser's setting", async () => {
    const status = new EventTarget();
    vi.stubGlobal("navigator", { ...navigator, permissions: { query: async () => status } });
    const changed = vi.fn();
    const stop = onPermissionAnswer(changed);
    await vi.waitFor(() => {
      status.dispatchEvent(new Event("change"));
      expect(changed).toHaveBeenCalled();
    });
    stop();
    changed.mockClear();
    status.dispatchEvent(new Event("change"));
    expect(changed).not.toHaveBeenCalled();
  });
});

describe("the line under Hoje", () => {
  const line = () => screen.queryByRole("button", { name: "Ativar avisos" });
  const show = () => {
    render(<PermissionLine />);
    return startNotifications("ana");
  };

  it("asks until the user has answered", async () => {
    const { asked } = stubBrowser("default", "granted");
    const stop = show();
    await userEvent.click(await screen.findByRole("button", { name: "Ativar avisos" }));
    expect(asked).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(line()).toBeNull());
    stop();
  });

  it("stays away after it was dismissed", async () => {
    stubBrowser("default");
    const stop = show();
    await userEvent.click(await screen.findByRole("button", { name: "Não perguntar mais" }));
    expect(line()).toBeNull();
    cleanup();
    render(<PermissionLine />);
    expect(line()).toBeNull();
    stop();
  });

  it.each(["granted", "denied"])("is absent with the permission %s", async (permission) => {
    stubBrowser(permission);
    const stop = show();
    await act(async () => {});
    expect(line()).toBeNull();
    stop();
  });
});
