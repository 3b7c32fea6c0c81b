import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ROOT } from "../product/program.ts";
import type { Visitor } from "./visitor.ts";

/** A call of the page to the phone. */
interface NativeCall {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Record<string, unknown>;
}

declare global {
  var androidBridge: { postMessage(json: string): void; onmessage?(event: { data: string }): void };
  var Capacitor: { PluginHeaders: object[] };
  var nativeCalls: NativeCall[];
  /** Raises an event of a plugin, as the phone does. */
  var raiseNative: (plugin: string, eventName: string, data: object) => void;
}

const { resolve } = createRequire(join(ROOT, "client/package.json"));
const BRIDGE = join(dirname(resolve("@capacitor/android/package.json")), "capacitor/src/main/assets/native-bridge.js");
const METHODS = {
  LocalNotifications: [
    "createChannel",
    "checkPermissions",
    "requestPermissions",
    "checkExactNotificationSetting",
    "schedule",
  ],
  SystemBars: ["setStyle"],
  App: ["getInfo", "getState", "exitApp"],
};

/**
 * Makes the page an app on an Android phone: Capacitor's own script of the bridge, before the app's. The phone behind it
 * is a stub, whose user answers the question for notifications so.
 */
export async function onPhone({ context }: Visitor, answer: "granted" | "denied"): Promise<void> {
  await context.addInitScript(
    ({ permission }) => {
      const KEY = "journey-permission";
      const display = () => sessionStorage.getItem(KEY) ?? "prompt";
      const listeners: NativeCall[] = [];
      const answers: Record<string, () => object> = {
        checkPermissions: () => ({ display: display() }),
        requestPermissions() {
          sessionStorage.setItem(KEY, permission);
          return { display: permission };
        },
        checkExactNotificationSetting: () => ({ exact_alarm: "granted" }),
        schedule: () => ({ notifications: [] }),
      };
      const reply = ({ callbackId, pluginId, methodName }: NativeCall, data: object) => {
        const result = { callbackId, pluginId, methodName, success: true, save: methodName === "addListener", data };
        androidBridge.onmessage?.({ data: JSON.stringify(result) });
      };
      globalThis.nativeCalls = [];
      globalThis.androidBridge = {
        postMessage(json) {
          const call = JSON.parse(json) as NativeCall;
          if (call.pluginId === undefined || call.pluginId === "Console") return;
          globalThis.nativeCalls.push(call);
          if (call.methodName === "addListener") listeners.push(call);
          else queueMicrotask(() => reply(call, answers[call.methodName]?.() ?? {}));
        },
      };
      globalThis.raiseNative = (plugin, eventName, data) => {
        for (const call of listeners)
          if (call.pluginId === plugin && call.options.eventName === eventName) reply(call, data);
      };
    },
    { permission: answer },
  );
  await context.addInitScript({ content: readFileSync(BRIDGE, "utf8") });
  await context.addInitScript((methods) => {
    const listening = [{ name: "addListener" }, { name: "removeListener" }];
    const headers = Object.entries(methods).map(([name, own]) => ({
      name,
      methods: [...listening, ...own.map((method) => ({ name: method, rtype: "promise" }))],
    }));
    globalThis.Capacitor.PluginHeaders = headers;
  }, METHODS);
}

/** What the page asked of a method of the phone, in order. */
export function askedOf({ page }: Visitor, method: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) => globalThis.nativeCalls.filter(({ methodName }) => methodName === name).map(({ options }) => options),
    method,
  );
}
