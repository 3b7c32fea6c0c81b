// `npm run docs:screenshots`: makes the picture in the README, and `docs/screens.md` with every screen in both sizes.
// Uses a temporary product with two months of the demo farm, or the running one that `URL` names. The client must be
// built. `npm run docs:screenshots -- pivot orders` takes the named ones again.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { node24, root } from "./run.mjs";
import { groups } from "./screens.mjs";

const SIZES = [
  { size: "desktop", viewport: { width: 1440, height: 900 }, shown: 640 },
  { size: "phone", viewport: { width: 390, height: 844 }, shown: 185 },
];
const HISTORY_DAYS = "60";
const FOLDER = `${root}docs/screens/`;
const QUALITY = 80;

const wanted = process.argv.slice(2);
const { URL: runningUrl, CHROMIUM: executablePath = "/usr/bin/chromium" } = process.env;
const product = runningUrl ? { url: runningUrl, stop: async () => {} } : await startProduct();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
try {
  if (wanted.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const all = groups.flatMap(({ screens }) => screens);
  const screens = wanted.length === 0 ? all : all.filter(({ name }) => wanted.includes(name));
  for (const size of SIZES) {
    for (const user of new Set(screens.map(({ user }) => user))) {
      await shootAll(
        screens.filter((screen) => screen.user === user),
        user,
        size,
      );
    }
  }
  writeFileSync(`${root}docs/screens.md`, document());
  await compose(["irrigameter-calculated-pivot-desktop", "irrigameter-calculated-phone"]);
} finally {
  await browser.close();
  await product.stop();
}

/** Captures the screens of one user in one size, in one browser session. */
async function shootAll(screens, user, { size, viewport }) {
  const phone = size === "phone";
  const context = await browser.newContext({
    baseURL: product.url,
    viewport,
    isMobile: phone,
    hasTouch: phone,
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  if (user) await logIn(page, user);
  for (const { name, path, client, open } of screens) {
    if (client) await choose(page, client);
    await page.goto(path);
    await settled(page);
    await open?.(page);
    await settled(page);
    await shoot(page, `${name}-${size}`);
  }
  await context.close();
}

async function logIn(page, user) {
  await page.goto("/login");
  await page.getByLabel("Usuário", { exact: true }).fill(user);
  await page.getByLabel("Senha", { exact: true }).fill("irrigar");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await page.waitForURL("**/irrigameter/*");
}

/** Selects a client for the pictures that follow. */
async function choose(page, client) {
  const switcher = page.getByRole("button", { name: /^Cliente: / });
  if ((await switcher.getAttribute("aria-label"))?.includes(client)) return;
  await switcher.click();
  await page.getByRole("dialog", { name: "Clientes" }).getByRole("button", { name: client }).click();
}

/** Waits until no request is running and all drawing is finished. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => !document.querySelector("main [role=status] > div, main [aria-busy=true]"));
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Excludes scroll-driven animations and endless ones, which never finish.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await new Promise(requestAnimationFrame);
  });
}

async function shoot(page, name) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  writeFileSync(`${FOLDER}${name}.webp`, Buffer.from(data, "base64"));
  await session.detach();
  console.log(`docs/screens/${name}.webp`);
}

function document() {
  const picture = (name, { size, shown }) =>
    `<img src="screens/${name}-${size}.webp" width="${shown}" alt="${name}, ${size}">`;
  const lines = groups.flatMap(({ group, screens }) => [
    `## ${group}`,
    "",
    ...screens.flatMap(({ name, path, client }) => [
      `\`${path}\`${client ? `, ${client}` : ""}`,
      "",
      SIZES.map((size) => picture(name, size)).join(" "),
      "",
    ]),
  ]);
  const head = [
    "# Every screen",
    "",
    "Taken by `npm run docs:screenshots` from the demo farm, at 1440×900 and at 390×844.",
    "",
  ];
  return `${[...head, ...lines].join("\n").trimEnd()}\n`;
}

/** The picture in the README: both sizes side by side, laid out by the browser. */
async function compose(names) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
  // Serves the pictures, because a page set by text alone may not read files.
  await page.route("http://docs.invalid/**", (route) => {
    const [, name] = /\/([\w-]+)\.webp$/.exec(route.request().url()) ?? [];
    return name
      ? route.fulfill({ path: `${FOLDER}${name}.webp` })
      : route.fulfill({ contentType: "text/html", body: "" });
  });
  await page.goto("http://docs.invalid/");
  await page.setContent(`<style>
    body { margin: 0; height: 640px; display: flex; align-items: center; justify-content: center; gap: 32px; background: #dfe7e4 }
    img { height: 520px; border-radius: 10px; box-shadow: 0 8px 32px #0004 }
  </style>${names.map((name) => `<img src="/${name}.webp">`).join("")}`);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: `${root}docs/screenshot.png` });
  console.log("docs/screenshot.png");
}

/** Starts the product on a free port, with a data folder that is deleted when it stops. */
async function startProduct() {
  const folder = mkdtempSync(join(tmpdir(), "lamina-screens-"));
  const child = spawn(node24(), [`${root}server/src/main.ts`], {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      API_PORT: "0",
      MQTT_PORT: "0",
      DATA_DIR: folder,
      DEMO_HISTORY_DAYS: HISTORY_DAYS,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      const [found] = /http:\/\/localhost:\d+/.exec(text) ?? [];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error("the product ended without a URL")));
  });
  const isUp = async () => (await (await fetch(`${url}/readyz`)).json()).dependencies.upstream === "up";
  while (!(await isUp())) await new Promise((resolve) => setTimeout(resolve, 500));
  return {
    url,
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
