import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { INSTALLED, journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { ROOT } from "../product/program.ts";
import { enter, expectPath } from "../screens.ts";

const { api } = inject("product");

/** A copy of the built client that a test may change. */
async function copyClient() {
  const folder = mkdtempSync(join(tmpdir(), "lamina-version-"));
  cpSync(join(ROOT, "client/dist"), folder, { recursive: true });
  return { folder, [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }) };
}

journey(
  "an open tab is notified of a new version, and missing files of the old one break no page",
  async ({ keep, visit }) => {
    const { folder } = await keep(copyClient());
    const bff = await keep(startBff({ ...bffEnvironment(api), CLIENT_DIR: folder }));
    const visitor = await visit(bff.url, undefined, INSTALLED);
    const { page } = visitor;
    await enter(visitor, "ana");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

    appendFileSync(join(folder, "sw.js"), "\n// another version\n");
    for (const packed of ["sw.js.br", "sw.js.gz"]) rmSync(join(folder, packed));
    // As when the user returns to the tab.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("Há uma nova versão do Lâmina.").waitFor();

    // The deployment removed the old files. This page's code was not loaded before.
    rmSync(join(folder, "assets"), { recursive: true });
    await page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name: "Mapas" }).click();
    await expectPath(visitor, "/maps");
    await page.getByRole("main").getByRole("heading", { level: 1, name: /Mapa/ }).waitFor();

    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Atualizar" }).click();
    await loaded;
    await page.getByRole("main").getByRole("heading", { level: 1, name: /Mapa/ }).waitFor();
  },
);
