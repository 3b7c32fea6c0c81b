import type { CDPSession } from "playwright-core";
import { describe, expect, inject } from "vitest";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { JOURNEY_SIZES, type Visitor } from "../browser/visitor.ts";
import { INSTALLED, journey } from "../journey.ts";
import { expectLive, signIn } from "../screens.ts";

const { url } = inject("product");

/** Delivers a push to the visitor's service worker, as the browser's push service does. */
async function openPushService({ context, page }: Visitor): Promise<(message: object) => Promise<void>> {
  const browser: CDPSession = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [own] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (own) resolve(own.registrationId);
    }),
  );
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  return async (message) =>
    void (await browser.send("ServiceWorker.deliverPushMessage", {
      origin: url,
      registrationId,
      data: JSON.stringify(message),
    }));
}

/** Gives the browser a subscription, because Chromium without a profile has none. The keys are those of RFC 8291's example. */
async function subscribeTo({ context }: Visitor, endpoint: string): Promise<void> {
  await context.addInitScript((address) => {
    globalThis.recordsPush = true;
    if (!isSecureContext) return;
    const keys: Record<string, string> = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const key = (name: string) => {
      const binary = atob((keys[name] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
      return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
    };
    const subscription = { endpoint: address, getKey: key, unsubscribe: async () => true };
    Object.assign(PushManager.prototype, { getSubscription: async () => null, subscribe: async () => subscription });
  }, endpoint);
}

describe.each(JOURNEY_SIZES)("push at $size size", (size) => {
  journey("a pushed message is shown in the page that the user sees", async ({ visit }) => {
    const visitor = await visit(url, size, INSTALLED);
    await recordNotifications(visitor);
    await signIn(visitor, "bruno");
    await visitor.page.goto("/home");
    await expectLive(visitor);
    await visitor.page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const push = await openPushService(visitor);
    await push({ text: "Pivô 3 parou", link: null });
    await visitor.page.getByRole("status").getByText("Pivô 3 parou").waitFor();
    await expect.poll(() => shownNotifications(visitor)).toContainEqual({ title: "Mensagem", body: "Pivô 3 parou" });
  });

  journey(
    "with the app closed each message is a notification, and the same one again is no second",
    async ({ visit }) => {
      const visitor = await visit(url, size, INSTALLED);
      const { page } = visitor;
      await recordNotifications(visitor);
      await signIn(visitor, "bruno");
      await page.goto("/home");
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      const push = await openPushService(visitor);
      await page.goto("about:blank");
      for (const id of ["a1", "a2", "a1"]) await push({ id, text: "Pivô 3 parou", link: null });
      await page.goto("/home");
      const shown = () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          const notifications = (await registration?.getNotifications()) ?? [];
          return notifications.map(({ tag, title, body }) => `${tag} ${title}: ${body}`).sort();
        });
      await expect.poll(shown).toEqual(["a1 Mensagem: Pivô 3 parou", "a2 Mensagem: Pivô 3 parou"]);
    },
  );

  journey("the device is registered, listed, tested, removed, and ended by the logout", async ({ visit }) => {
    const visitor = await visit(url, size, INSTALLED);
    const { page } = visitor;
    await subscribeTo(visitor, "https://push.invalid/aparelho");
    await recordNotifications(visitor);
    // Without a limit of its own, which a login on a loaded machine exceeds before the page registers.
    const registration = () =>
      page.waitForResponse((answer) => answer.request().method() === "POST" && /push/.test(answer.url()), {
        timeout: 0,
      });
    const registered = registration();
    await signIn(visitor, "bruno");
    await page.goto("/home");
    expect((await registered).status()).toBe(201);
    await page.getByRole("button", { name: /^Notificações/ }).click();
    await page.getByRole("button", { name: "Quando avisar" }).click();
    const dialog = page.getByRole("dialog", { name: "Quando avisar" });
    await dialog.getByText(/este aparelho/).waitFor();
    await dialog.getByRole("button", { name: "Testar avisos" }).click();
    await dialog.getByText("Não chegou: sem resposta do serviço de avisos.").waitFor();
    expect(await visitor.accessibilityProblems()).toEqual([]);
    await dialog.getByRole("button", { name: /^Remover/ }).click();
    await dialog.getByText(/^Nenhum aparelho ainda/).waitFor();

    const again = registration();
    await page.goto("/home");
    await again;
    const ended = page.waitForRequest((request) => request.method() === "DELETE" && /push/.test(request.url()));
    await page.goto("/logout");
    expect((await ended).headers().authorization).toMatch(/^Bearer /);
  });
});
