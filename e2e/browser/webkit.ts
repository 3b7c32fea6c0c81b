import { accessSync, constants, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { Program } from "../product/program.ts";
import { type Engine, sizeOf, type Tab } from "./engine.ts";

/** The engine of Safari, driven by WebDriver (W3C) over HTTP, on a screen of its own. */
const [DRIVER, SCREEN] = ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"];

/** The first missing program. Undefined: WebKit can run. */
export const missingForWebKit = [DRIVER, SCREEN].find((file) => {
  try {
    accessSync(file, constants.X_OK);
    return false;
  } catch {
    return true;
  }
});

/** Finds a free display by itself, and prints its number. */
function startScreen(): Program {
  return new Program("Xvfb", SCREEN, ["-displayfd", "1", "-screen", "0", "1440x900x24", "-nolisten", "tcp"]);
}

/** The driver takes a port, and does not print one that it chose. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

export async function openWebKit(): Promise<Engine> {
  await using started = new AsyncDisposableStack();
  const screen = started.use(startScreen());
  const display = await screen.waitFor("display", () => /(\d+)\s*\n/.exec(screen.output)?.[1]);
  const port = await freePort();
  started.use(
    new Program("WebKitWebDriver", DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
    }),
  );
  const base = `http://127.0.0.1:${port}`;
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const ready = async (): Promise<void> => {
    if (!(await fetch(`${base}/status`).catch(() => undefined))?.ok) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return ready();
    }
  };
  await ready();
  const { sessionId } = await send<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const session = `/session/${sessionId}`;
  started.defer(() => send("DELETE", session));
  await send("POST", `${session}/timeouts`, { implicit: 15_000 });
  /** A session's commands go to its current window. */
  let current = await send<string>("GET", `${session}/window`);
  let last: Promise<unknown> = Promise.resolve();
  function tabOf(handle: string): Tab {
    const act = <Value>(task: () => Promise<Value>): Promise<Value> => {
      const turn = last
        .catch(() => undefined)
        .then(async () => {
          if (current !== handle) await send("POST", `${session}/window`, { handle });
          current = handle;
          return task();
        });
      last = turn;
      return turn;
    };
    const find = async (value: string): Promise<string> =>
      Object.values(await send<object>("POST", `${session}/element`, { using: "css selector", value })).join();
    return {
      open: (url) => act(() => send("POST", `${session}/url`, { url })),
      reload: () => act(() => send("POST", `${session}/refresh`, {})),
      read: (script) => act(() => send("POST", `${session}/execute/sync`, { script, args: [] })),
      type: (selector, text) =>
        act(async () => send("POST", `${session}/element/${await find(selector)}/value`, { text })),
      picture: (path) =>
        act(async () => writeFileSync(path, await send<string>("GET", `${session}/screenshot`), "base64")),
      click: (selector) =>
        act(async () => {
          const element = await find(selector);
          try {
            await send("POST", `${session}/element/${element}/click`, {});
          } catch (error) {
            // The driver does not reach what is in an open dialog.
            if (!String(error).includes("element not interactable")) throw error;
            await send("POST", `${session}/execute/sync`, {
              script: `document.querySelector(${JSON.stringify(selector)}).click()`,
              args: [],
            });
          }
        }),
    };
  }
  const tab = tabOf(current);
  const running = started.move();
  return {
    ...tab,
    size: () => sizeOf(tab),
    openTab: async () =>
      tabOf((await send<{ handle: string }>("POST", `${session}/window/new`, { type: "tab" })).handle),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
