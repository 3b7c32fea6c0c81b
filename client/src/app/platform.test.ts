import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { realtime } from "../core/realtime/current-realtime.ts";
import { copyText } from "../platform/clipboard.ts";
import { idle } from "../platform/idle.ts";
import { isOnline, onWake } from "../platform/lifecycle.ts";
import { withLock } from "../platform/locks.ts";
import { webNotifications } from "../platform/notifications/web-notifications.ts";
import { canPush, showBadge } from "../platform/notifications/web-push.ts";
import { canUsePasskeys } from "../platform/passkeys/passkeys.ts";
import { currentPosition } from "../platform/position.ts";
import { printPage } from "../platform/print-page.ts";
import { canShareFiles } from "../platform/share-file.ts";
import { shareText } from "../platform/share-text.ts";
import { shrinkPhoto } from "../platform/shrink-photo.ts";
import { deviceStorage } from "../platform/storage.ts";
import { keepStore } from "../platform/store/persistence.ts";
import { within } from "../platform/within.ts";

// Mocked, because the phone is outside of our code.
const phone = vi.hoisted(() => ({ writeFile: vi.fn(async () => ({ uri: "file:///a.csv" })), share: vi.fn() }));
vi.mock("@capacitor/filesystem", () => ({ Filesystem: phone, Directory: { Cache: "CACHE" } }));
vi.mock("@capacitor/share", () => ({ Share: phone }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const SOURCES = `${import.meta.dirname}/../`;
const read = (file: string) => readFileSync(SOURCES + file, "utf8");
const inApp = () => vi.stubGlobal("Capacitor", { isNativePlatform: () => true });
const hidden = (state: "hidden" | "visible") => vi.spyOn(document, "visibilityState", "get").mockReturnValue(state);
const never = new Promise<never>(() => {});

/** What the app does where a browser lacks a part or fakes it, by the rows of the platform's README. */
const ROWS: Record<string, () => void | Promise<void>> = {
  printing() {
    inApp();
    expect(printPage()).toBeUndefined();
  },
  async downloads() {
    inApp();
    vi.resetModules();
    const { saveFile } = await import("../core/save-file.ts");
    await saveFile(new File(["a"], "a.csv"));
    expect(phone.share).toHaveBeenCalledWith({ title: "a.csv", files: ["file:///a.csv"] });
  },
  "sharing of files"() {
    expect(canShareFiles()).toBe(false);
    vi.stubGlobal("navigator", { canShare: () => false });
    expect(canShareFiles()).toBe(false);
  },
  async "sharing of texts"() {
    expect(await shareText("a", "b")).toBe(false);
    const share = vi.fn(() => Promise.reject(new DOMException("", "NotAllowedError")));
    vi.stubGlobal("navigator", { share });
    expect(await shareText("a", "b")).toBe(false);
  },
  async "the clipboard"() {
    vi.stubGlobal("navigator", {});
    expect(await copyText("a")).toBe(false);
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new DOMException("")) } });
    expect(await copyText("a")).toBe(false);
  },
  async "reading a picture"() {
    await expect(shrinkPhoto(new Blob(["a"]), 1_000)).rejects.toThrow();
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("")));
    await expect(shrinkPhoto(new Blob(["a"]), 1_000)).rejects.toThrow();
  },
  async "the position"() {
    await expect(currentPosition()).rejects.toMatchObject({ reason: "failed" });
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { geolocation: { getCurrentPosition() {} } });
    const closed = expect(currentPosition()).rejects.toMatchObject({ reason: "failed" });
    await vi.advanceTimersByTimeAsync(60_000);
    await closed;
  },
  "storage of tabs and device"() {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    expect(deviceStorage.write("a", "1")).toBe(false);
    expect(deviceStorage.read("a")).toBe("1");
    deviceStorage.remove("a");
  },
  async "keeping the store"() {
    expect(await keepStore()).toBe(false);
    vi.stubGlobal("navigator", { storage: { persisted: async () => false, persist: async () => false } });
    expect(await keepStore()).toBe(false);
  },
  async "an answer of the store"() {
    vi.useFakeTimers();
    const outcome = within(never, "late");
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await outcome).toBe("late");
  },
  async locks() {
    expect("locks" in navigator).toBe(false);
    expect(await withLock("a", async () => "done")).toBe("done");
  },
  async "passkeys: the biometry of the device"() {
    expect(await canUsePasskeys()).toBe(false);
    const has = vi.fn(async () => true);
    vi.stubGlobal("PublicKeyCredential", { isUserVerifyingPlatformAuthenticatorAvailable: has });
    expect(await canUsePasskeys()).toBe(true);
    has.mockResolvedValueOnce(false);
    expect(await canUsePasskeys()).toBe(false);
    has.mockRejectedValueOnce(new DOMException(""));
    expect(await canUsePasskeys()).toBe(false);
    for (const address of ["192.0.2.1", "[2001:db8::1]"]) expect(await canUsePasskeys(address)).toBe(false);
    inApp();
    expect(await canUsePasskeys()).toBe(false);
  },
  async notifications() {
    expect("Notification" in globalThis).toBe(false);
    expect(await webNotifications.permission()).toBe("unsupported");
    await webNotifications.show({ title: "a", body: "b", tag: "c" });
  },
  async "`new Notification()`"() {
    const made = vi.fn();
    const showNotification = vi.fn(async () => {});
    vi.stubGlobal("Notification", Object.assign(made, { permission: "granted" }));
    const registration = { active: {}, showNotification };
    vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
    await webNotifications.show({ title: "a", body: "b", tag: "c" });
    expect([showNotification.mock.calls.length, made.mock.calls.length]).toEqual([1, 0]);
  },
  push() {
    expect(canPush()).toBe(false);
  },
  "the icon's number"() {
    expect(() => showBadge(3)).not.toThrow();
  },
  "a page that comes back"() {
    const woken = vi.fn();
    const stop = onWake(woken);
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    expect(woken).toHaveBeenCalledOnce();
    stop();
  },
  "a socket in the background"() {
    const woken = vi.fn();
    const stop = onWake(woken);
    hidden("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(woken).not.toHaveBeenCalled();
    hidden("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    expect(woken).toHaveBeenCalledOnce();
    stop();
  },
  async "idle time"() {
    expect("requestIdleCallback" in globalThis).toBe(false);
    await idle();
  },
  "the visible height"() {
    const fixed = globSync("**/*.css", { cwd: SOURCES }).filter((file) => /\b100d?vh\b/.test(read(file)));
    expect(fixed).toEqual(["ui/styles/tokens.css"]);
    expect(read("ui/styles/tokens.css")).toContain("--screen-height: 100dvh");
  },
  "knowing the connection"() {
    expect(isOnline()).toBe(true);
    // `core/realtime/connected.test.ts`: what follows when it is connected.
    expect(realtime.state.get().link).toBe("closed");
  },
};

it.each(Object.entries(ROWS))("without it the app does what the table says: %s", (_row, check) => check());

it("the table has these rows", () => {
  const rows = [...read("platform/README.md").matchAll(/^\| (.+?) \|/gm)].map(([, row]) => row);
  expect(rows.slice(1)).toEqual(Object.keys(ROWS));
});

/** Parts of a browser that some lack or fake, and where else than in `platform` they are used: as they are everywhere. */
const PARTS =
  /navigator\.(?!language)|window\.print|new Notification\b|indexedDB\.open|localStorage|sessionStorage|wakeLock|createImageBitmap|execCommand|requestIdleCallback|serviceWorker|\.geolocation/;

it("only the platform uses them", () => {
  const files = globSync("**/*.{ts,tsx}", { cwd: SOURCES }).filter(
    (file) => !/\.test\.|(^|\/)testing\/|^platform\//.test(file),
  );
  expect(files.filter((file) => PARTS.test(read(file)))).toEqual([]);
});
