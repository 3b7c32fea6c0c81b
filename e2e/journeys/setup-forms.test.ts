import { expect, inject } from "vitest";
import { problemsOf, setSize, THEMES } from "../browser/appearance.ts";
import { SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { enter } from "../screens.ts";

const { url } = inject("product");
const [PHONE, DESKTOP] = SIZES;

/** The forms of the set-up: screen, part of it where it has some, and how a new record is called there. */
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
  "every form of the set-up speaks to those who cannot see it, at both sizes and in each theme",
  async ({ visit }) => {
    const visitor = await visit(url, DESKTOP);
    const { page } = visitor;
    await enter(visitor, "ana");
    await page.goto("/setup/farms");
    const problems: string[] = [];
    for (const [index, [screen, part, name]] of FORMS.entries()) {
      // By the page's own links: loading it anew for each form would take longer than looking at it.
      await page.locator(`nav a[href="/setup/${screen}"]`).click();
      if (part !== "") await page.locator(`main a[href="/setup/${screen}?parte=${part}"]`).click();
      await page.getByRole("link", { name, exact: true }).waitFor();
      // The first record of the list, with everything beneath its form; an empty list has the new one to show.
      const record = page.getByRole("main").locator("tbody tr").first().locator("button, a").first();
      if ((await record.count()) > 0) await record.click();
      else await page.getByRole("link", { name, exact: true }).click();
      const form = page.locator("main form");
      await form
        .getByRole("button", { name: /^(Fechar|Salvar)$/ })
        .first()
        .waitFor();
      // Whatever is asked for can be found by what it is called, and what is needed says so.
      const unnamed = await form
        .locator("input, select, textarea")
        .evaluateAll(
          (all) => (all as HTMLInputElement[]).filter((one) => !one.labels?.length && !one.ariaLabel).length,
        );
      if (unnamed > 0) problems.push(`${name}: ${unnamed} fields without a name`);
      // Each form at each size, and each theme on every kind of control: the forms are made of the same ones.
      for (const [offset, size] of [DESKTOP, PHONE].entries()) {
        await setSize(page, size);
        const themes = [THEMES[(index + offset) % THEMES.length] ?? "claro"];
        problems.push(...(await problemsOf(visitor, { themes })).map((problem) => `${name}, ${problem}`));
      }
      await setSize(page, DESKTOP);
    }
    expect(problems).toEqual([]);
  },
);
