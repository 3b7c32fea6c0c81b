import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Program } from "../product/program.ts";
import { type Engine, type Opening, sizeOf, type Tab } from "./engine.ts";

const FILE = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Undefined: Firefox can run. */
export const missingForFirefox = isThere(FILE) ? undefined : FILE;

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** No requests of its own, and none of its pages of the first start. */
const PREFERENCES = {
  "app.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage": "about:blank",
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,#remote-settings-dummy/v1",
  "toolkit.telemetry.server": "",
  "intl.accept_languages": "pt-BR",
};

interface Answer {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** A connection by WebDriver BiDi (W3C), which Firefox offers by itself. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
    waiting.delete(answer.id ?? 0);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  let last = 0;
  return {
    async send<Result>(method: string, params: object): Promise<Result> {
      last += 1;
      const id = last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error, message } = await answered;
      if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
      return result as Result;
    },
    close: () => socket.close(),
  };
}

type Connection = Awaited<ReturnType<typeof connect>>;

interface Evaluated {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

function tabOf({ send }: Connection, context: string): Tab {
  async function read<Value>(script: string): Promise<Value> {
    const functionDeclaration = `async () => JSON.stringify(await (async () => { ${script} })())`;
    const { result, exceptionDetails } = await send<Evaluated>("script.callFunction", {
      ...{ functionDeclaration, awaitPromise: true, target: { context }, arguments: [] },
      userActivation: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Value;
  }
  const act = (actions: object[]) => send("input.performActions", { context, actions });
  async function click(selector: string): Promise<void> {
    const { nodes } = await send<{ nodes: { sharedId: string }[] }>("browsingContext.locateNodes", {
      ...{ context, locator: { type: "css", value: selector }, maxNodeCount: 1 },
    });
    const sharedId = nodes[0]?.sharedId;
    if (sharedId === undefined) throw new Error(`no ${selector}`);
    await read(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: "center" })`);
    const move = { type: "pointerMove", x: 0, y: 0, origin: { type: "element", element: { sharedId } } };
    const press = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
    await act([{ type: "pointer", id: "mouse", actions: press }]);
  }
  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    reload: async () => void (await send("browsingContext.reload", { context, wait: "complete" })),
    read,
    click,
    async picture(path) {
      const { data } = await send<{ data: string }>("browsingContext.captureScreenshot", { context });
      writeFileSync(path, data, "base64");
    },
    async type(selector, text) {
      await click(selector);
      const keys = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act([{ type: "key", id: "keys", actions: keys }]);
    },
  };
}

export async function openFirefox({ profile: given }: Opening = {}): Promise<Engine> {
  await using started = new AsyncDisposableStack();
  const profile = given ?? mkdtempSync(join(tmpdir(), "lamina-firefox-"));
  if (given === undefined) started.defer(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const program = started.use(
    new Program("Firefox", FILE, [
      ...["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
      ...["--width", "1440", "--height", "900", "about:blank"],
    ]),
  );
  const address = await program.waitFor(
    "address",
    () => /WebDriver BiDi listening on (ws:\S+)/.exec(program.output)?.[1],
  );
  const connection = await connect(`${address}/session`);
  started.defer(() => connection.close());
  const { send } = connection;
  await send("session.new", { capabilities: {} });
  started.defer(async () => void (program.running && (await send("browser.close", {}).catch(() => undefined))));
  const create = async () => (await send<{ context: string }>("browsingContext.create", { type: "tab" })).context;
  const tab = tabOf(connection, await create());
  const running = started.move();
  return {
    ...tab,
    size: () => sizeOf(tab),
    openTab: async () => tabOf(connection, await create()),
    kill: async () => void (await program.stop("SIGKILL")),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
