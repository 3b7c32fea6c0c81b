import { expect, inject } from "vitest";
import { isLong } from "../../scripts/testing/long.ts";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { startPlainApi } from "../product/plain-api.ts";
import { openPublisher } from "../product/publisher.ts";
import { enter, expectLive, expectPath, SCREENS } from "../screens.ts";

const { api } = inject("product");

const [PHONE] = SIZES;
const MISSING = "Este servidor ainda não oferece esta informação";
const WHAT_TO_DO = "As telas do menu funcionam normalmente.";
const sectionOf = (path: string) => path.split("/")[1];
/** Those behind the first page. */
const OTHERS = SCREENS.filter(({ path }) => sectionOf(path) !== "irrigameter");
/** Every screen in the long run, and otherwise the first one of each section, which share their calls. */
const OPENED = OTHERS.filter(
  ({ path }, index) => isLong || sectionOf(path) !== sectionOf(OTHERS[index - 1]?.path ?? ""),
);

journey(
  "with an API that has only the specification's calls, the first page says what there is, and the rest works",
  async ({ keep, visit }) => {
    const plain = await keep(startPlainApi(api));
    const publisher = await keep(openPublisher(api));
    const bff = await keep(
      startBff({ ...bffEnvironment(api), UPSTREAM_URL: plain.url, UPSTREAM_CA_FILE: plain.caFile }),
    );
    const visitor = await visit(bff.url, PHONE);
    const { page } = visitor;
    // Missing calls are logged with the words of §8, beside the browser's own message.
    visitor.expectError(/status of 404/);
    visitor.expectError(/^Erro ao carregar .*ApiError: http-404/);
    await recordNotifications(visitor);
    await enter(visitor, "bruno");
    await expectPath(visitor, "/irrigameter/calculated-pivot");
    await page.getByRole("heading", { name: "O que este servidor oferece" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: "Cliente" }).waitFor();
    expect(await visitor.accessibilityProblems()).toEqual([]);

    const callCounts = new Map<string, number>();
    page.on("response", (answer) => {
      if (answer.status() === 404) callCounts.set(answer.url(), (callCounts.get(answer.url()) ?? 0) + 1);
    });
    for (const { path } of OPENED) {
      // Ends the page before, whose late answers would otherwise count as those of the next one.
      await page.goto("about:blank");
      callCounts.clear();
      await page.goto(path);
      const main = page.getByRole("main");
      await main.getByText(MISSING).first().waitFor();
      await main.getByText(WHAT_TO_DO).first().waitFor();
      const loading = main.getByRole("status").filter({ hasText: "Carregando" });
      await expect.poll(() => loading.count(), { message: `still loading on ${path}` }).toBe(0);
      await main.getByRole("heading", { level: 1 }).waitFor();
      expect(
        [...callCounts].filter(([, times]) => times > 2),
        `asked again and again on ${path}`,
      ).toEqual([]);
    }
    expect(await visitor.accessibilityProblems()).toEqual([]);

    // The menu is one of the available calls, without the screens that nothing feeds.
    const menu = page.getByRole("navigation", { name: "Principal" }).getByRole("link");
    await expect.poll(() => menu.allInnerTexts()).toEqual(["Configurações"]);
    await menu.click();
    await expectPath(visitor, "/setup/config");
    await page.getByRole("button", { name: /^Notificações/ }).click();
    const panel = page.getByRole("dialog", { name: "Notificações" });
    await panel.getByText(MISSING).waitFor();
    await expectLive(visitor);
    await publisher.notify("bruno", "Aviso sem caixa de entrada");
    await expect
      .poll(() => shownNotifications(visitor))
      .toContainEqual({ title: "Mensagem", body: "Aviso sem caixa de entrada" });
    await panel.getByText(/^Mensagens/).click();
    await panel.getByText("Aviso sem caixa de entrada").waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/logout");
    await expectPath(visitor, "/login");
  },
);
