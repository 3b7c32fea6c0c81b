import { afterEach, describe, expect, it, vi } from "vitest";
import { onNotificationOpened } from "../../platform/notifications/notifications.ts";
import { webNotifications } from "../../platform/notifications/web-notifications.ts";
import { byteLength, MESSAGES_BYTES } from "../../platform/store/database.ts";
import { expectConsoleError } from "../../testing/setup.ts";
import type { TopicMessage } from "../realtime/realtime.ts";
import { createNotificationCenter, MAX_NOTIFICATIONS } from "./notification-center.ts";

const DATE = "2026-01-15T12:00:00Z";

function open(kept: Record<string, unknown> = {}) {
  let tell: (message: TopicMessage) => void = () => {};
  const archive = new Map(Object.entries(kept));
  const device = {
    prepare: vi.fn(async () => {}),
    permission: vi.fn(async () => "granted" as "granted" | "denied" | "prompt"),
    request: vi.fn(async () => "granted" as const),
    show: vi.fn(async (_notification: { body: string; tag: string }) => {}),
  };
  const subscribe = vi.fn((_topic: string, handler: typeof tell) => {
    tell = handler;
    return () => {};
  });
  const shownBehind = vi.fn();
  const center = createNotificationCenter({
    realtime: { subscribe, shownBehind },
    device: async () => device,
    ownPushId: () => "d1",
    archive: {
      get: async <T>(key: string) => archive.get(key) as T | undefined,
      set: async (key, value) => void archive.set(key, value),
    },
  });
  return {
    center,
    device,
    archive,
    subscribe,
    shownBehind,
    tell: (message: unknown, date = DATE, more: Partial<TopicMessage> = {}) => tell({ message, date, ...more }),
  };
}

describe("a received message", () => {
  it.each([
    ["a text", "Pivô 03 parou", "Pivô 03 parou"],
    ["a record with its text", { message: "Pivô 03 parou", severity: "critical" }, "Pivô 03 parou"],
    ["a record without one", { angle: 214 }, '{"angle":214}'],
    ["nothing", null, "null"],
    ["an empty text", " ", "(mensagem sem texto)"],
    ["a record in a record", { message: { Texto: "Pivô 03 parou" } }, "Pivô 03 parou"],
    ["a record of the field's words", { mensagem: "Pivô 03 parou", data: "26/11/2026" }, "Pivô 03 parou"],
    ["a list", [1, "b"], '[1,"b"]'],
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

  it("that this device has shown is not pushed to it", async () => {
    const { center, device, shownBehind, tell } = open();
    center.start("ana");
    device.permission.mockResolvedValueOnce("granted").mockResolvedValueOnce("denied");
    tell("negada", DATE, { ack: "a0" });
    await vi.waitFor(() => expect(device.permission).toHaveBeenCalledTimes(2));
    tell("Pivô 03 parou", DATE, { ack: "a1" });
    await vi.waitFor(() => expect(shownBehind.mock.calls).toEqual([["a1", "d1"]]));
  });

  it("shows numbers as they came, and letters without escapes", () => {
    const { center, tell } = open();
    center.start("ana");
    const json = '{"type":"message","message":{"id":12345678901234567890,"v":1e400,"n":"Piv\\u00f4"},"date":""}';
    tell(JSON.parse(json).message, DATE, { json });
    expect(center.state.get().items[0]?.text).toBe('{"id":12345678901234567890,"v":1e400,"n":"Pivô"}');
  });

  it("is two when two came, also with equal text and date", async () => {
    const { center, device, tell } = open();
    center.start("ana");
    for (let count = 0; count < 3; count++) tell("Pivô parou");
    const { items } = center.state.get();
    expect(items.map(({ text }) => text)).toEqual(["Pivô parou", "Pivô parou", "Pivô parou"]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(3);
    // A notification with the tag of another would replace it.
    await vi.waitFor(() => expect(device.show).toHaveBeenCalledTimes(3));
    expect(new Set(device.show.mock.calls.flat().map(({ tag }) => tag)).size).toBe(3);
  });

  const stored = { retained: { dated: true } };
  const undated = { retained: { dated: false } };
  it.each<[string, Partial<TopicMessage>, string, number]>([
    ["that the broker had stored, again", stored, DATE, 1],
    ["that the broker had stored, of another date", stored, "2026-01-16T12:00:00Z", 2],
    ["without a date that the broker had stored, again", undated, "2026-01-16T12:00:00Z", 1],
    ["with the id of its publisher, again", { id: "7" }, DATE, 1],
    ["with another id", { id: "8" }, DATE, 2],
    ["with that id of another date", { id: "7" }, "2026-01-16T12:00:00Z", 2],
  ])("%s", async (_case, more, date, count) => {
    const items = [{ id: "old", text: "Chuva", message: "Chuva", date: DATE, read: true, messageId: "7" }];
    const { center, device, tell } = open({ notifications: { userName: "ana", items } });
    center.start("ana");
    // Before the stored messages are read.
    tell("Chuva", date, more);
    tell("última");
    await vi.waitFor(() => expect(device.show.mock.calls.flat().map(({ body }) => body)).toContain("última"));
    await vi.waitFor(() => expect(center.state.get().items).toHaveLength(count + 1));
    await vi.waitFor(() => expect(device.show).toHaveBeenCalledTimes(count));
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

  it("that came by push is shown once", async () => {
    const { center, device, tell } = open();
    const id = undefined;
    center.pushed({ id, text: "de antes do login", link: null });
    center.start("ana");
    tell("Chuva", new Date().toISOString());
    center.pushed({ id: "a0", text: "Chuva", link: null });
    center.pushed({ id, text: "Pivô 3 parou", link: "/maps" });
    center.pushed({ id, text: "Pivô 3 parou", link: "/maps" });
    await vi.waitFor(() => expect(device.show).toHaveBeenCalledTimes(2));
    expect(center.state.get().items.map(({ text }) => text)).toEqual(["Pivô 3 parou", "Chuva"]);
    expect(device.show).toHaveBeenLastCalledWith(expect.objectContaining({ body: "Pivô 3 parou", link: "/maps" }));
  });

  it("has the id of its push on the device, and is one by that id in whichever order the two come", async () => {
    const { center, device, tell } = open();
    center.start("ana");
    tell("Pivô parou", DATE, { ack: "a1" });
    center.pushed({ id: "a1", text: "Pivô parou", link: null });
    center.pushed({ id: "a2", text: "Pivô parou", link: null });
    tell("Pivô parou", DATE, { ack: "a2" });
    tell("Pivô parou", DATE, { ack: "a3" });
    await vi.waitFor(() => expect(device.show).toHaveBeenCalledTimes(3));
    expect(device.show.mock.calls.map(([{ tag }]) => tag)).toEqual(["a1", "a2", "a3"]);
    expect(center.state.get().items).toHaveLength(3);
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

  it("is requested at the start where no click is needed, and not shown without it", async () => {
    const { center, device, tell } = open();
    const answer = Promise.withResolvers<"granted">();
    Object.assign(device, { asksAtStart: true });
    device.permission.mockResolvedValueOnce("prompt");
    device.request.mockReturnValueOnce(answer.promise);
    center.start("ana");
    await vi.waitFor(() => expect(device.request).toHaveBeenCalledOnce());
    tell("Chuva");
    expect(center.state.get().items).toHaveLength(1);
    expect(device.show).not.toHaveBeenCalled();
    answer.resolve("granted");
    await vi.waitFor(() => expect(device.show).toHaveBeenCalledOnce());
    expect(center.state.get().permission).toBe("granted");
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

  it("shows it through the service worker where one is active, with the path that a tap opens", async () => {
    const showNotification = vi.fn();
    const shown = stubNotification("granted");
    const registration = { active: {}, showNotification };
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
    await webNotifications.show({ title: "Mensagem", body: "Chuva", tag: "1", link: "/maps" });
    expect(showNotification).toHaveBeenCalledWith("Mensagem", expect.objectContaining({ data: { link: "/maps" } }));
    expect(shown).not.toHaveBeenCalled();
  });

  it("a tap brings the page to the front, and opens the path of the message", async () => {
    stubNotification("granted");
    const made: { onclick?: () => void; close: () => void }[] = [];
    const closed = vi.fn();
    class Tapped {
      static permission = "granted";
      close = closed;
      constructor() {
        made.push(this);
      }
    }
    vi.stubGlobal("Notification", Tapped);
    const focused = vi.spyOn(window, "focus").mockImplementation(() => {});
    const opened = vi.fn();
    const stop = onNotificationOpened(opened);
    await webNotifications.show({ title: "Mensagem", body: "Chuva", tag: "1", link: "/maps" });
    made[0]?.onclick?.();
    stop();
    made[0]?.onclick?.();
    expect([opened.mock.calls, focused.mock.calls.length, closed.mock.calls.length]).toEqual([[["/maps"]], 2, 2]);
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
