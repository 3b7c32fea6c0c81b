import { describe, expect, inject, onTestFinished, test } from "vitest";
import { inLongRun } from "../../scripts/testing/long.ts";
import { type Engine, press, until, untilText } from "../browser/engine.ts";
import { ENGINES } from "../browser/engines.ts";
import { countNotes, isShown, logIn, note } from "../operator.ts";
import { openPublisher } from "../product/publisher.ts";

const { url, api } = inject("product");

/** Moves everything down between the press and the release, as an answer does that comes just then. */
const MOVE_WHILE_HELD = `
  addEventListener("pointerdown", () => {
    const block = document.createElement("div");
    block.style.height = "120px";
    document.querySelector("main").prepend(block);
  }, { once: true, capture: true });`;

// The other journeys of these engines take minutes, and are part of the long run. WebKit has another one in each run.
describe.each(["Firefox" as const, ...inLongRun("WebKit" as const)])("in %s", (name) => {
  const { missing, open } = ENGINES[name];

  test("an operator sees today's list, makes a note under a page that moves, and hears a message", async ({ skip }) => {
    if (missing) skip(`${missing} is not installed`);
    await using engine: Engine = await open();
    const begun = performance.now();
    await logIn(engine, url);
    await untilText(engine, "Minha lista de hoje");
    await press(engine, "^Ver pivô");
    await until(engine, "pivot", `return location.pathname.includes("/pivo/") && (() => { ${isShown} })()`);
    await untilText(engine, "Anotar");
    await engine.read(MOVE_WHILE_HELD);
    const text = `Bocal entupido ${name} ${process.pid}`;
    await note(engine, text);
    await using publisher = await openPublisher(api);
    const message = `Pivô 3 parou ${name} ${process.pid}`;
    await publisher.notify("bruno", { text: message });
    await untilText(engine, message);
    await expect.poll(() => countNotes(url, text)).toBe(1);
    const took = Math.round(performance.now() - begun);
    onTestFinished(() => console.info(`${name}: ${took} ms`));
  });
});
