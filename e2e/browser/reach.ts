import type { Page } from "playwright-core";
import type { Visitor } from "./visitor.ts";

/** The usual size of a browser's text, px. */
const USUAL_PX = 16;

/** Sets the size of the text in the browser's settings, in % of the usual. Unlike a style it also counts in media queries. */
async function setTextSize(page: Page, percent: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: Math.round((USUAL_PX * percent) / 100) } });
  await devtools.detach();
}

type SizeInPx = readonly [width: number, height: number];
interface Looks {
  sizes: readonly SizeInPx[];
  /** Sizes of the text in %. */
  texts: readonly number[];
}
/** The smallest phone, with the usual and the largest text. */
export const SMALLEST: Looks = { sizes: [[320, 844]], texts: [100, 200] };
/** Phones with several sizes of text. */
export const PHONES: Looks = {
  sizes: [
    [320, 844],
    [390, 844],
  ],
  texts: [100, 130, 200],
};

/** Every size at which an action must be reached, an upright and a lying phone and a desktop, and every size of the text. */
export const EVERY_LOOK: Looks = {
  sizes: [...[320, 344, 360, 390].map((width): SizeInPx => [width, 844]), [844, 390], [1440, 900]],
  texts: [100, 130, 200],
};

/** What cannot be reached on the page that is open, in each of the sizes and with each text size. */
export async function unreachableIn({ page }: Visitor, { sizes, texts }: Looks): Promise<string[]> {
  const found: string[] = [];
  for (const text of texts) {
    await setTextSize(page, text);
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      for (const fault of await unreachable(page)) found.push(`${width} × ${height}, ${text} %: ${fault}`);
    }
  }
  await setTextSize(page, 100);
  return found;
}

/**
 * The buttons, links and fields of the page that a person cannot reach: when each is scrolled to, a part of it is
 * outside the window, cut by a part of the page, or covered. Of many that are alike it takes the first two and the last.
 */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const TOLERANCE_PX = 1;
    const ALIKE = 3;
    const describe = (element: Element) =>
      (element.getAttribute("aria-label") ?? element.textContent ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 40) ||
      element.outerHTML.slice(0, 80);
    // The link to the content, the only one within a page, waits above the window for a Tab.
    const controls = "button, a[href]:not([href^='#']), summary, input, select, textarea";
    const all = [...document.querySelectorAll<HTMLElement>(controls)].filter((control) => {
      const { width, height } = control.getBoundingClientRect();
      // What only a screen reader needs is a pixel high.
      const isShown = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      return isShown && width > 2 && height > 2 && !control.closest("[inert], [aria-hidden=true]");
    });
    const alike = Map.groupBy(all, ({ className, tagName, parentElement }) =>
      [tagName, className, parentElement?.className].join("|"),
    );
    const found: string[] = [];
    const check = (control: HTMLElement) => {
      // A field that is drawn by its label is as large as that.
      const label = control instanceof HTMLInputElement ? control.closest("label") : null;
      const target = label ?? control;
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = target.getBoundingClientRect();
      const { clientWidth, clientHeight } = document.documentElement;
      const faults: string[] = [];
      if (box.left < -TOLERANCE_PX || box.right > clientWidth + TOLERANCE_PX) faults.push("outside the window");
      const isHigh = box.height > clientHeight / 2;
      if (!isHigh && (box.top < -TOLERANCE_PX || box.bottom > clientHeight + TOLERANCE_PX))
        faults.push("above or below");
      for (let part = target.parentElement; part && part !== document.body; part = part.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(part);
        const frame = part.getBoundingClientRect();
        const isCut =
          (overflowX !== "visible" &&
            (box.left < frame.left - TOLERANCE_PX || box.right > frame.right + TOLERANCE_PX)) ||
          (overflowY !== "visible" &&
            !isHigh &&
            (box.top < frame.top - TOLERANCE_PX || box.bottom > frame.bottom + TOLERANCE_PX));
        if (isCut) faults.push(`cut by ${part.tagName.toLowerCase()}.${part.className}`);
      }
      // The lines of a link in a text have boxes of their own.
      const [line = box] = target.getClientRects();
      // A notice covers for seconds only, and has a button that closes it.
      const NOTICES = "[role=status][popover]";
      const hit =
        document
          .elementsFromPoint(line.left + line.width / 2, line.top + line.height / 2)
          .find((element) => target.closest(NOTICES) !== null || element.closest(NOTICES) === null) ?? null;
      const isHit = hit !== null && (target.contains(hit) || hit.closest("label")?.control === control);
      if (!isHit && faults.length === 0)
        faults.push(`covered by ${hit?.tagName.toLowerCase()}.${hit?.getAttribute("class")}`);
      if (faults.length > 0)
        found.push(
          `${describe(control)}: ${faults.join(", ")} (${[box.left, box.right, box.top, box.bottom].map(Math.round).join(", ")} px)`,
        );
    };
    for (const kind of alike.values()) {
      const some = kind.length <= ALIKE ? kind : [...kind.slice(0, ALIKE - 1), ...kind.slice(-1)];
      for (const control of some) check(control);
    }
    window.scrollTo(0, 0);
    return found;
  });
}
