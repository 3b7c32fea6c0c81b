/** What a percentage is of. */
const OF_WHAT =
  /painel|percentímetro|voltas? a|lâmina a|% vol|da CAD|ARM|do ciclo|bateria|eficiência|umidade|necessário|probabilidade/i;
const PERCENT = /\d\s?%/;
const LINES = "p, li, td, th, dd, button, a, label, output, text, strong, span, div";

/**
 * The percentages of a screen without an explaining word in the same part of a line or in its label, both visible ones
 * and those of a screen reader.
 */
export function barePercents(root: Element): string[] {
  const all = [root, ...root.querySelectorAll("*")];
  const spoken = all.flatMap((one) =>
    ["aria-label", "aria-valuetext", "title"].flatMap((name) => one.getAttribute(name) ?? []),
  );
  const innermost = all.filter(
    (one) =>
      PERCENT.test(one.textContent ?? "") && ![...one.children].some((child) => PERCENT.test(child.textContent ?? "")),
  );
  const lines = innermost.map((one) => {
    const line = one.closest(LINES) ?? one;
    return { label: labelOf(line), words: line.textContent ?? "" };
  });
  return [...spoken.map((words) => ({ label: "", words })), ...lines].flatMap(({ label, words }) =>
    words
      .split(/ · |; |, /)
      .filter((part) => PERCENT.test(part) && !OF_WHAT.test(`${label} ${part}`))
      .map((part) => `${part} (${label} ${words})`),
  );
}

/** The term of a definition, or the headers of a table's cell. */
function labelOf(line: Element): string {
  const term = line.matches("dd") ? line.previousElementSibling?.textContent : "";
  const row = line.matches("td") ? line.parentElement?.firstElementChild?.textContent : "";
  return [term, line.getAttribute("data-label"), row].filter(Boolean).join(" ");
}
