import { describe, expect, inject } from "vitest";
import { recordNotifications, shownNotifications } from "../browser/notifications.ts";
import { SIZES } from "../browser/visitor.ts";
import { journey } from "../journey.ts";
import { bffEnvironment, startBff } from "../product/bff.ts";
import { openPublisher } from "../product/publisher.ts";
import { expectLive, expectPath, signIn, stored } from "../screens.ts";

const { url, api } = inject("product");

describe.each(SIZES)("live messages at $size size", (size) => {
  journey("a message published on the broker becomes a notification titled Mensagem", async ({ keep, visit }) => {
    const publisher = await keep(openPublisher(api));
    const visitor = await visit(url, size);
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
