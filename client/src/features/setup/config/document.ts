const CPF_LENGTH = 11;
const CNPJ_LENGTH = 14;
const CHECK_DIGITS = 2;
/** The weights of a CNPJ restart at 2 after this one. Those of a CPF do not restart. */
const CNPJ_LAST_WEIGHT = 9;

/**
 * The fault of a CPF or CNPJ in any notation: its `length`, or its check `digits`. Null for a valid or empty one.
 * Source: modulo 11 of the Receita Federal. A CNPJ may contain letters since July 2026 (IN RFB 2.229/2024), each worth
 * its ASCII code minus 48.
 */
export function documentFault(written: string): "length" | "digits" | null {
  const code = written.toUpperCase().replace(/[^0-9A-Z]/g, "");
  if (code === "") return null;
  if (code.length !== CPF_LENGTH && code.length !== CNPJ_LENGTH) return "length";
  const isCpf = code.length === CPF_LENGTH;
  // A number of equal digits satisfies the sum, but is never issued.
  if (new Set(code).size === 1 || !(isCpf ? /^\d+$/ : /^[0-9A-Z]{12}\d{2}$/).test(code)) return "digits";
  const body = code.slice(0, -CHECK_DIGITS);
  const lastWeight = isCpf ? CPF_LENGTH : CNPJ_LAST_WEIGHT;
  const first = checkDigit(body, lastWeight);
  return `${body}${first}${checkDigit(`${body}${first}`, lastWeight)}` === code ? null : "digits";
}

/** Weights run from 2 at the right end, and restart after the last. */
function checkDigit(code: string, lastWeight: number): number {
  const sum = [...code]
    .reverse()
    .reduce((total, sign, index) => total + (sign.charCodeAt(0) - 48) * (2 + (index % (lastWeight - 1))), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
