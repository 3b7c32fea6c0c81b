import { afterEach, describe, expect, it, vi } from "vitest";
import { byteLength, MESSAGES_BYTES } from "../../platform/database.ts";
import { webNotifications } from "../../platform/notifications/web-notifications.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import type { TopicMessage } from "../realtime/realtime.ts";
import { createNotificationCenter, MAX_NOTIFICATIONS } from "./notification-center.ts";

const DATE = "2026-01-15T12:00:00Z";

function open(kept: Record<string, unknown> = {}) {
  let tell: (message: TopicMessage) => void = () => {};
  const archive = new Map(Object.entries(kept));
  const device = {
    prepare: vi.fn(async () => {}),
    permission: vi.fn(async () => "granted" as "granted" | "denied"),
    request: vi.fn(async () => "granted" as const),
    show: vi.fn(async () => {}),
  };
  const subscribe = vi.fn((_topic: string, handler: typeof tell) => {
    tell = handler;
    return () => {};
  });
  const center = createNotificationCenter({
    realtime: { subscribe },
    device: async () => device,
    archive: {
      get: async <T>(key: string) => archive.get(key) as T | undefined,
      set: async (key, value) => void archive.set(key, value),
    },
  });
  return { center, device, archive, subscribe, tell: (message: unknown, date = DATE) => tell({ message, date }) };
}

describe("a received message", () => {
  it.each([
    ["a text", "Pivô 03 parou", "Pivô 03 parou"],
    ["a record with its text", { message: "Pivô 03 parou", severity: "critical" }, "Pivô 03 parou"],
    ["a record without one", { angle: 214 }, '{"angle":214}'],
    ["nothing", null, "null"],
  ])("%s is shown as a notification titled 'Mensagem'", async (_case, message, body) => {
    const { center, device, subscribe, tell } = open();
    center.start("ana");
    expect(subscribe).toHaveBeenCalledWith("notifications", expect.any(Function));
    tell(message);
    await vi.waitFor(() =>
      expect(device.show).toHaveBeenCalledWith({ title: "Mensagem", body, tag: `${DATE} ${body}` }),
    );
    expect(center.state.get().items).toMatchObject([{ text: body, date: DATE, read: false }]);
  });

  it("is listed once when it arrives twice", () => {
    const { center, device, tell } = open();
    center.start("ana");
    tell("Chuva");
    tell("Chuva");
    expect(center.state.get().items).toHaveLength(1);
    expect(device.show.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it("survives the page, belongs to its user, and is listed newest first up to the limit", async () => {
    const kept = [{ id: "old", text: "Ontem", message: "Ontem", date: "2026-01-14T12:00:00Z", read: true }];
    const { center, archive, tell } = open({ notifications: { userName: "ana", items: kept } });
    center.start("ana");
    await vi.waitFor(() => expect(center.state.get().items).toHaveLength(1));
    for (let index = 0; index < MAX_NOTIFICATIONS + 5; index++) tell(`Aviso ${index}`);
    const { items } = center.state.get();
    expect(items).toHaveLength(MAX_NOTIFICATIONS);
    expect(items[0]?.text).toBe(`Aviso ${MAX_NOTIFICATIONS + 4}`);
    expect(archive.get("notifications")).toEqual({ userName: "ana", items });
    center.start("bruno");
    await vi.waitFor(() => expect(archive.get("notifications")).toEqual({ userName: "bruno", items: [] }));
    expect(center.state.get().items).toEqual([]);
  });

  it("is kept within the storage limit, the newest first", () => {
    const { center, archive, tell } = open();
    center.start("ana");
    tell("mais antiga");
    for (let index = 0; index < 5; index++) tell(`${index} ${"ã".repeat(MESSAGES_BYTES / 16)}`);
    const kept = archive.get("notifications") as { items: { text: string }[] };
    expect(byteLength(kept.items)).toBeLessThanOrEqual(MESSAGES_BYTES);
    expect(kept.items[0]?.text).toMatch(/^4 /);
    expect(center.state.get().items).toHaveLength(6);
  });

  it("is listed even when the device cannot show it", async () => {
    expectConsoleError(/Falha ao mostrar a notificação/);
    const { center, device, tell } = open();
    device.show.mockRejectedValue(new Error("no"));
    center.start("ana");
    tell("Chuva");
    expect(center.state.get().items).toHaveLength(1);
    await vi.waitFor(() => expect(device.show).toHaveBeenCalled());
  });
});

describe("permission", () => {
  it("is read at the start, and requested only by the user", async () => {
    const { center, device } = open();
    center.start("ana");
    await vi.waitFor(() => expect(center.state.get().permission).toBe("granted"));
    expect(device.request).not.toHaveBeenCalled();
    await center.request();
    expect(device.request).toHaveBeenCalledOnce();
  });

  it("raises an error when it is denied on a phone, and stays denied", async () => {
    const { center, device } = open();
    device.request.mockRejectedValue(new Error("User denied permissions!"));
    device.permission.mockResolvedValue("denied");
    await expect(center.request()).rejects.toThrow("User denied permissions!");
    expect(center.state.get().permission).toBe("denied");
  });

  it("logs a failure to start", async () => {
    expectConsoleError(/Falha ao iniciar as notificações/);
    const { center, device } = open();
    device.prepare.mockRejectedValue(new Error("no channel"));
    center.start("ana");
    await vi.waitFor(() => expect(device.prepare).toHaveBeenCalled());
    await vi.waitFor(() => expect(center.state.get().permission).toBe("prompt"));
  });
});

describe("in a browser", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  function stubNotification(permission: string, answer = permission) {
    const shown = vi.fn();
    class FakeNotification {
      static permission = permission;
      static requestPermission = async () => answer;
      constructor(...given: unknown[]) {
        shown(...given);
      }
    }
    vi.stubGlobal("Notification", FakeNotification);
    return shown;
  }

  it("shows a notification with its title", async () => {
    const shown = stubNotification("granted");
    await webNotifications.show({ title: "Mensagem", body: "Chuva", tag: "1" });
    expect(shown).toHaveBeenCalledWith("Mensagem", expect.objectContaining({ body: "Chuva", tag: "1" }));
  });

  it("shows nothing without permission", async () => {
    const shown = stubNotification("default");
    await webNotifications.show({ title: "Mensagem", body: "Chuva", tag: "1" });
    expect(shown).not.toHaveBeenCalled();
    expect(await webNotifications.permission()).toBe("prompt");
  });

  it("logs a denial", async () => {
    const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
    stubNotification("default", "denied");
    expect(await webNotifications.request()).toBe("denied");
    expect(logged).toHaveBeenCalledWith("Permissão de notificação negada.");
  });

  it("shows it through the service worker when there is no constructor", async () => {
    const showNotification = vi.fn();
    const shown = stubNotification("granted");
    shown.mockImplementation(() => {
      throw new TypeError("Illegal constructor");
    });
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
    await webNotifications.show({ title: "Mensagem", body: "Chuva", tag: "1" });
    expect(showNotification).toHaveBeenCalledWith("Mensagem", expect.objectContaining({ body: "Chuva" }));
  });

  it("without notifications reports them as unsupported", async () => {
    vi.stubGlobal("Notification", undefined);
    Reflect.deleteProperty(globalThis, "Notification");
    expect(await webNotifications.request()).toBe("unsupported");
  });
});
