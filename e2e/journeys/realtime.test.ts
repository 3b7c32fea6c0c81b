import { describe, expect, inject } from "vitest";
import { isLongFor } from "../../scripts/testing/long.ts";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { JOURNEY_SIZES } from "../browser/visitor.ts";
import { INSTALLED, journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { FORMS } from "../product/message-forms.ts";
import { openPublisher } from "../product/publisher.ts";
import { addOperator, OWN_PASSWORD } from "../product/users.ts";
import { enter, expectLive, expectPath, signIn, stored } from "../screens.ts";

const { url, api } = inject("product");

describe.each(JOURNEY_SIZES)("live messages at $size size", (size) => {
  journey("a message published on the broker becomes a notification titled Mensagem", async ({ keep, visit }) => {
    const publisher = await keep(openPublisher(api));
    const visitor = await visit(url, size, INSTALLED);
    await recordNotifications(visitor);
    await signIn(visitor, "bruno");
    await visitor.page.goto("/home");
    await expectLive(visitor);
    const token = (await stored(visitor, "token")) ?? "";
    await publisher.notify("bruno", "Pivô 3 parou", token);
    await publisher.notify("bruno", "Chuva de 12 mm");
    await publisher.notify("ana", "Para outra pessoa");
    const bodies = async () => (await shownNotifications(visitor)).map(({ title, body }) => `${title}: ${body}`);
    await expect.poll(bodies).toEqual(expect.arrayContaining(["Mensagem: Pivô 3 parou", "Mensagem: Chuva de 12 mm"]));
    expect(await bodies()).not.toContain("Mensagem: Para outra pessoa");
  });

  journey(
    "a fresh profile is asked at the login, and shows messages of every form in the page",
    async ({ keep, visit }) => {
      const publisher = await keep(openPublisher(api));
      const { userName } = await keep(addOperator(url));
      const visitor = await visit(url, size);
      const { page } = visitor;
      await page.addInitScript(() => {
        const asked = () => sessionStorage.setItem("asked", String(Number(sessionStorage.getItem("asked")) + 1));
        // Headless Chromium has no prompt, so this one stays without an answer.
        Object.defineProperty(Notification, "permission", { get: () => "default" });
        Notification.requestPermission = () => {
          asked();
          return new Promise(() => {});
        };
      });
      await enter(visitor, userName, OWN_PASSWORD);
      await expectPath(visitor, "/irrigameter/calculated-pivot");
      expect(await page.evaluate(() => sessionStorage.getItem("asked"))).toBe("1");
      await expectLive(visitor);

      for (const payload of FORMS) await publisher.notifyRaw(userName, payload);
      const toasts = page.getByRole("status").filter({ hasText: "Mensagem" });
      await toasts.getByText(`Forma ${FORMS.length} `).waitFor();
      expect(await toasts.locator("strong").count()).toBeLessThanOrEqual(2);

      const listed = async () => {
        await page.getByRole("button", { name: /^Notificações/ }).click();
        const panel = page.getByRole("dialog", { name: "Notificações" });
        await panel.getByText(/^Mensagens/).click();
        const items = panel.getByRole("listitem").filter({ hasText: "Forma" });
        await expect.poll(() => items.count()).toBe(FORMS.length);
        const texts = await items.locator("p").allTextContents();
        return texts.map((text) => Number(/Forma (\d+)/.exec(text)?.[1])).reverse();
      };
      expect(await listed()).toEqual(FORMS.map((_, index) => index + 1));
      await page.getByRole("button", { name: "Ativar avisos" }).last().waitFor();
      expect(await visitor.accessibilityProblems()).toEqual([]);
      await page.reload();
      expect(await listed()).toEqual(FORMS.map((_, index) => index + 1));
    },
  );

  if (isLongFor("client/src/core/realtime/", "server/src/realtime/"))
    journey(
      "after a restart of the BFF an open page reconnects and fetches everything again",
      async ({ keep, visit }) => {
        const publisher = await keep(openPublisher(api));
        const first = await keep(startBff(bffEnvironment(api)));
        const visitor = await visit(first.url, size);
        visitor.expectConnectionLoss();
        await recordNotifications(visitor);
        await signIn(visitor, "bruno");
        await visitor.page.goto("/home");
        await expectLive(visitor);

        await first.program.stop("SIGKILL");
        await visitor.page
          .getByRole("status")
          .filter({ hasText: /reconectando|sem conexão/i })
          .first()
          .waitFor();
        // As long as the connection may take, because the start of the BFF is part of it.
        const timeout = 60_000;
        const fetched = visitor.page.waitForResponse((answer) => answer.url().includes("/api/") && answer.ok(), {
          timeout,
        });
        const { port } = new URL(first.url);
        await keep(startBff({ ...bffEnvironment(api), PORT: port }));
        await Promise.all([expectLive(visitor, timeout), fetched]);
        await expectPath(visitor, "/irrigameter/calculated-pivot");
        await publisher.notify("bruno", "De volta");
        await expect.poll(() => shownNotifications(visitor)).toContainEqual({ title: "Mensagem", body: "De volta" });
      },
    );
});
