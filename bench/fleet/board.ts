import { bffEnvironment, startBff } from "../../e2e/product/bff.ts";
import { DESKTOP, launch, settled } from "../product.ts";
import type { MeasuredApi } from "./program.ts";

const SCROLL_MS = 4_000;
/** A quick turn of a wheel. */
const SCROLL_PX_PER_FRAME = 60;

/** Elements of the irrigâmetro's page with a client's board, and frames per second while it scrolls. */
export async function measureBoard(api: MeasuredApi, clientId: string, password: string): Promise<string> {
  await using bff = await startBff(bffEnvironment(api));
  const browser = await launch();
  try {
    const page = await browser.newPage({ baseURL: bff.url, viewport: DESKTOP });
    await page.goto("/login");
    await page.evaluate((id) => localStorage.setItem("clientId", id), clientId);
    await page.getByLabel("Usuário", { exact: true }).fill("admin");
    await page.getByLabel("Senha", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await page.waitForURL("**/irrigameter/*");
    await page.waitForSelector("main article");
    await settled(page);
    const [elements, cards] = await page.evaluate(() => [
      document.querySelectorAll("*").length,
      document.querySelectorAll("main article").length,
    ]);
    const frames = await page.evaluate(
      async ([ms, step]) => {
        const startedAt = performance.now();
        let count = 0;
        while (performance.now() - startedAt < ms) {
          scrollBy(0, step);
          if (scrollY + innerHeight >= document.documentElement.scrollHeight - 1) scrollTo(0, 0);
          await new Promise(requestAnimationFrame);
          count++;
        }
        return count / ((performance.now() - startedAt) / 1000);
      },
      [SCROLL_MS, SCROLL_PX_PER_FRAME] as const,
    );
    return `${elements} elements for ${cards} cards, ${frames.toFixed(0)} frames per second while scrolling`;
  } finally {
    await browser.close();
  }
}
