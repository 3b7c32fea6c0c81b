// `npm run docs:screenshots`: the picture in the README, taken from a running product (URL, by default the one of `npm start`).
import { chromium } from "playwright-core";
import { root } from "./run.mjs";

const { URL: url = "http://localhost:8080", CHROMIUM: executablePath = "/usr/bin/chromium" } = process.env;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const shots = await Promise.all([
  shoot("ana", { width: 1440, height: 900 }),
  shoot("bruno", { width: 390, height: 844 }),
]);

// Both sizes side by side, laid out by the browser itself.
const page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
const images = shots.map((shot) => `<img src="data:image/png;base64,${shot.toString("base64")}">`).join("");
await page.setContent(`<style>
  body { margin: 0; height: 640px; display: flex; align-items: center; justify-content: center; gap: 32px; background: #dfe7e4 }
  img { height: 520px; border-radius: 10px; box-shadow: 0 8px 32px #0004 }
</style>${images}`);
await page.screenshot({ path: `${root}docs/screenshot.png` });
await browser.close();
console.log("docs/screenshot.png");

async function shoot(user, viewport) {
  const context = await browser.newContext({ baseURL: url, viewport, locale: "pt-BR", reducedMotion: "reduce" });
  const view = await context.newPage();
  await view.goto("/login");
  await view.getByLabel("Usuário", { exact: true }).fill(user);
  await view.getByLabel("Senha", { exact: true }).fill("irrigar");
  await view.getByRole("button", { name: "Entrar", exact: true }).click();
  await view.waitForURL("**/irrigameter/*");
  await view.waitForLoadState("networkidle");
  return view.screenshot();
}
