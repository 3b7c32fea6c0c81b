// Takes screenshots of the gallery: node client/gallery/shoot.mjs <folder> [page…]
import { mkdirSync } from "node:fs";
import { openGallery } from "./browser.mjs";

const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const [folder = "gallery", ...names] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

const gallery = await openGallery();
try {
  for (const name of names.length > 0 ? names : ["diagrams", "cards", "charts", "states", "tables"]) {
    for (const theme of ["claro", "escuro", "sol"]) {
      for (const [size, context] of Object.entries(SIZES)) {
        const { page, problems } = await gallery.open(name, { theme, ...context });
        await page.screenshot({ path: `${folder}/${name}-${theme}-${size}.png`, fullPage: true });
        for (const problem of problems) console.error(name, theme, size, problem);
        await page.close();
      }
    }
  }
} finally {
  await gallery.close();
}
