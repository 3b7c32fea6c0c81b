import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { problemsOf, setSize, THEMES } from "../browser/appearance.ts";
import { SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { signIn } from "../screens.ts";

const { url } = inject("product");
const [PHONE, DESKTOP] = SIZES;

/** The forms of the setup: screen, its part if it has some, and the name of the link to a new record. */
const FORMS = [
  ["farms", "fazendas", "Nova fazenda"],
  ["farms", "pivos", "Novo pivô"],
  ["farms", "setores", "Novo setor"],
  ["farms", "solos", "Novo solo"],
  ["farms", "captacoes", "Nova captação"],
  ["config", "tarifas", "Nova tarifa"],
  ["config", "outorgas", "Nova outorga"],
  ["config", "alertas", "Nova regra"],
  ["device", "equipamentos", "Novo equipamento"],
  ["device", "sensores", "Novo sensor"],
  ["monitor", "", "Novo monitor"],
  ["balance", "safras", "Nova safra"],
  ["balance", "culturas", "Nova cultura"],
  ["watering", "irrigacoes", "Nova irrigação"],
  ["watering", "chuvas", "Nova chuva"],
  ["user", "", "Novo usuário"],
  ["usersgroup", "", "Novo grupo"],
] as const;

journey(
  "every form of the setup is accessible to screen readers, at both sizes and in each theme",
  async ({ visit }) => {
    const visitor = await visit(url, DESKTOP);
    const { page } = visitor;
    await signIn(visitor, "ana");
    await page.goto("/setup/farms");
    const problems: string[] = [];
    for (const [index, [screen, part, name]] of FORMS.entries()) {
      // Uses the page's links, because a page load for each form would take longer than the check.
      if (screen === "watering") await page.locator(`nav a[href="/setup/${screen}?parte=${part}"]`).first().click();
      else {
        // The daily records have no tabs of the set-up.
        if (page.url().includes("/setup/watering")) await page.locator('nav a[href="/setup"]').click();
        await page.locator(`nav a[href="/setup/${screen}"]`).click();
        if (part !== "") await page.locator(`main a[href="/setup/${screen}?parte=${part}"]`).click();
      }
      await page.getByRole("link", { name, exact: true }).waitFor();
      // Opens the first record of the list, which has more below its form; for an empty list a new one.
      const rows = page.getByRole("main").locator("tbody tr");
      await rows
        .or(page.getByRole("main").getByText(/^Nenhum/))
        .first()
        .waitFor();
      if ((await rows.count()) > 0) await rows.first().locator("button, a").first().click();
      else await page.getByRole("link", { name, exact: true }).click();
      const form = page.locator("main form");
      await form
        .getByRole("button", { name: /^(Fechar|Salvar)$/ })
        .first()
        .waitFor();
      // Every field has a label, and required fields are marked.
      const unnamed = await form
        .locator("input, select, textarea")
        .evaluateAll(
          (all) => (all as HTMLInputElement[]).filter((one) => !one.labels?.length && !one.ariaLabel).length,
        );
      if (unnamed > 0) problems.push(`${name}: ${unnamed} fields without a name`);
      // Each form at each size (by turns outside of the long run), and each theme on some forms, because all forms use the
      // same controls.
      for (const [offset, size] of (isLong ? [DESKTOP, PHONE] : [index % 2 ? DESKTOP : PHONE]).entries()) {
        await setSize(page, size);
        const themes = [THEMES[(index + offset) % THEMES.length] ?? "claro"];
        problems.push(...(await problemsOf(visitor, { themes })).map((problem) => `${name}, ${problem}`));
      }
      await setSize(page, DESKTOP);
    }
    expect(problems).toEqual([]);
  },
);
