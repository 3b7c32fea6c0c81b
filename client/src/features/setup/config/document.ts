const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
const CHECK_DIGITS = 2;
/** The weights of a CNPJ begin again at 2 after this one; those of a CPF just go on. */
const CNPJ_LAST_WEIGHT = 9;

/**
 * What is wrong with a CPF or CNPJ, however it is written: its `length`, or its check `digits`. Null when nothing is, or
 * when nothing is written.
 * Source: modulo 11 of the Receita Federal; a CNPJ may hold letters since July 2026 (IN RFB 2.229/2024), each worth its
 * ASCII code less 48.
 */
export function documentFault(written: string): "length" | "digits" | null {
  const code = written.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (code === "") return null;
  if (code.length !== CPF_LENGTH && code.length !== CNPJ_LENGTH) return "length";
  const isCpf = code.length === CPF_LENGTH;
  // All of one digit satisfies the sum, and nobody has it.
  if (new Set(code).size === 1 || !(isCpf ? /^\d+$/ : /^[0-9A-Z]{12}\d{2}$/).test(code)) return "digits";
  const body = code.slice(0, -CHECK_DIGITS);
  const lastWeight = isCpf ? CPF_LENGTH : CNPJ_LAST_WEIGHT;
  const first = checkDigit(body, lastWeight);
  return `${body}${first}${checkDigit(`${body}${first}`, lastWeight)}` === code ? null : "digits";
}

/** Weights run from 2 at the right end, and begin again after the last. */
function checkDigit(code: string, lastWeight: number): number {
  const sum = [...code]
    .reverse()
    .reduce((total, sign, index) => total + (sign.charCodeAt(0) - 48) * (2 + (index % (lastWeight - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
