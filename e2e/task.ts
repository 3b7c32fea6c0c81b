import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { TASK_LINE } from "./product/task-line.ts";

/**
 * A user's task on an open page. Counts a person's actions: a tap, a drag, or two taps for an option of a list. Typing
 * into the focused field is no tap.
 */
export class Task {
  readonly #page: Page;
  readonly #name: string;
  readonly #start = performance.now();
  #taps = 0;

  constructor(page: Page, name: string) {
    this.#page = page;
    this.#name = name;
  }

  async tap(target: Locator, options: Parameters<Locator["click"]>[0] = {}): Promise<void> {
    this.#taps += 1;
    await target.click(options);
  }

  /** Taps a field and types. */
  async write(target: Locator, text: string): Promise<void> {
    await this.tap(target);
    await this.#page.keyboard.press("Control+A");
    await this.#page.keyboard.type(text);
  }

  /** Opens the options of a native list and selects one. */
  async choose(target: Locator, label: string | { index: number }): Promise<void> {
    this.#taps += 2;
    await target.selectOption(typeof label === "string" ? { label } : label);
  }

  /** Drags the middle of an element sideways. */
  async drag(target: Locator, rightPx: number): Promise<void> {
    this.#taps += 1;
    const box = await target.boundingBox();
    if (!box) throw new Error(`${target} is not on the page`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(x + rightPx, y, { steps: 4 });
    await this.#page.mouse.up();
  }

  /** Ends the task when its result is shown. Fails above the goal; the seconds are printed only. */
  async done(result: Locator, goal: number): Promise<void> {
    await result.first().waitFor();
    const seconds = (performance.now() - this.#start) / 1000;
    console.info(`${TASK_LINE}${this.#name}|${goal}|${this.#taps}|${seconds.toFixed(1)}`);
    expect(this.#taps, `taps of: ${this.#name}`).toBeLessThanOrEqual(goal);
  }
}
