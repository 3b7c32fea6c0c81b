/** A page of an engine. */
export interface Tab {
  /** Opens an address, and waits until it is loaded. */
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The result of a script's `return`, in JSON. */
  read<Value>(script: string): Promise<Value>;
  type(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Stores a picture (PNG) of the window. */
  picture(path: string): Promise<void>;
}

/** A browser that a journey drives by what all engines have: WebDriver, WebDriver BiDi, and Chromium's protocol. */
export interface Engine extends Tab, AsyncDisposable {
  /** Another page with the same storage. */
  openTab(): Promise<Tab>;
  /** What the page holds; listeners and heap (MB, after a collection) where the engine counts them. */
  size(): Promise<{ nodes: number; listeners?: number; heapMb?: number }>;
  /** Ends the browser at once, as a crash does. WebKit's driver has no profile that would outlive it. */
  kill?: () => Promise<void>;
}

/** `profile`: a folder that the browser leaves behind; `file`: another program than the machine's. */
export interface Opening {
  profile?: string;
  file?: string;
}

/** Presses what has this name (a pattern) on the screen: the topmost dialog's, when one is open. */
export async function press(tab: Tab, name: string): Promise<void> {
  const find = `
    const name = new RegExp(${JSON.stringify(name)});
    for (const old of document.querySelectorAll("[data-pressed]")) old.removeAttribute("data-pressed");
    const open = [...document.querySelectorAll("dialog[open]")].pop();
    const found = [...(open ?? document).querySelectorAll("button, a, summary, [role=tab]")].find(
      (one) => one.getClientRects().length > 0 && name.test((one.getAttribute("aria-label") ?? one.textContent).trim()));
    found?.setAttribute("data-pressed", "");
    // Apart from the bars at the edges, which cover what a driver scrolls into view.
    found?.scrollIntoView({ block: "center", behavior: "instant" });
    return found !== undefined;`;
  await until(tab, `button ${name}`, find);
  await tab.click("[data-pressed]");
}

/** The elements of a page, which every engine counts. */
export const sizeOf = async (tab: Tab) => ({
  nodes: await tab.read<number>("return document.getElementsByTagName('*').length"),
});

const WAIT_MS = 20_000;
const PAUSE_MS = 100;

/** Waits until a script returns true. @throws Error with the text of the page */
export async function until(tab: Tab, what: string, script: string, waitMs = WAIT_MS): Promise<void> {
  const deadline = performance.now() + waitMs;
  // A page that is on its way has no document to ask.
  while (!(await tab.read<boolean>(script).catch(() => false))) {
    if (performance.now() > deadline) {
      const text = await tab.read<string>("return location.pathname + ': ' + document.body.innerText").catch(String);
      throw new Error(`no ${what} on ${text.slice(0, 1_500)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Waits until the page contains a text (a pattern). */
export const untilText = (tab: Tab, pattern: string, waitMs?: number): Promise<void> =>
  until(tab, `text ${pattern}`, `return new RegExp(${JSON.stringify(pattern)}).test(document.body.innerText)`, waitMs);
