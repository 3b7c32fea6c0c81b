import type { BrokenRule } from "./rule.ts";
import { ruleWords } from "./text.ts";

export type FieldErrors = Readonly<Record<string, string>>;

const numbers = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 2 });

/** A broken rule in Portuguese. A limit with a unit is shown with it. */
export function ruleText({ field, id, ...limits }: BrokenRule): string {
  const unit = typeof limits.unit === "string" ? limits.unit : "";
  const shown = (limit: unknown) => withUnit(typeof limit === "number" ? limit : Number(limit), unit);
  const words = wordsOf(field, id);
  return typeof words === "string"
    ? words
    : words({ ...limits, minimum: shown(limits.minimum), maximum: shown(limits.maximum) });
}

/** Broken rules in Portuguese, the first of each field. */
export function fieldErrors(rules: readonly BrokenRule[]): FieldErrors {
  const errors: Record<string, string> = {};
  for (const rule of rules) errors[rule.field] ??= ruleText(rule);
  return errors;
}

function wordsOf(field: string, id: string) {
  const names = field.split(".");
  const particular = names.map((_, index) => ruleWords[`${names.slice(index).join(".")}.${id}`]).find(Boolean);
  return particular ?? ruleWords[id] ?? ruleWords.invalid ?? id;
}

/** `100 mm`, `6°`. */
function withUnit(value: number, unit: string): string {
  const number = numbers.format(value);
  return unit === "" || unit === "°" ? `${number}${unit}` : `${number} ${unit}`;
}
