import { DOCUMENTED_DEMO_PASSWORD } from "@lamina/shared/messages/runtime-config";
import { expect, inject, test } from "vitest";
import { missingForWebKit, openWebKit } from "../browser/webkit.ts";

const { url } = inject("product");
const SECTIONS = ["/irrigameter", "/maps", "/report", "/irrigameter", "/charts", "/forecast"];

test("in WebKit each reload and each address shows its page, also while the device stores the last one", async ({
  skip,
}) => {
  if (missingForWebKit) skip(`${missingForWebKit} is not installed`);
  await using webkit = await openWebKit();
  const isShown = () => webkit.read<boolean>("return document.querySelector('main') !== null");
  await webkit.open(`${url}/login`);
  await webkit.type("input[autocomplete=username]", "bruno");
  await webkit.type("input[type=password]", DOCUMENTED_DEMO_PASSWORD);
  await webkit.click("button[type=submit]");
  await expect.poll(isShown).toBe(true);
  // Left in the middle of its writes.
  await expect.poll(() => webkit.read("return indexedDB.databases().then((all) => all.length)")).toBe(1);
  for (const section of SECTIONS) {
    await webkit.open(`${url}${section}`);
    await expect.poll(isShown, { message: section }).toBe(true);
    await webkit.reload();
    await expect.poll(isShown, { message: `${section}, reloaded` }).toBe(true);
    // On a busy machine the store may be late, and then answers the next attempt.
    await expect
      .poll(() => webkit.read<string>("return document.querySelector('main').innerText"), { message: section })
      .not.toContain("sem cópia");
  }
});
