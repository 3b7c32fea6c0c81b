import { dictionary } from "@zxcvbn-ts/language-common";

/** Words that a guess at this product begins with. */
const PRODUCT_WORDS = [
  "irrigar",
  "irriga",
  "irrigacao",
  "irrigameter",
  "irrigametro",
  "lamina",
  "pivo",
  "fazenda",
  "senha",
];
/** A longer text that only begins with a name is not that name with some digits. */
const MAX_AROUND = 6;

const common = new Set<string>(dictionary["passwords-common"] ?? []);

/** The person whose password it becomes. */
export interface PasswordOwner {
  name: string;
  userName: string;
}

/**
 * Why a password is refused (NIST SP 800-63B, 3.1.1.2: no common ones, no repeated or running characters, no words of the
 * context). Undefined for an acceptable one.
 */
export function weaknessOf(
  password: string,
  { name, userName }: PasswordOwner,
): "common-password" | "own-name" | undefined {
  const plain = plainOf(password);
  if (common.has(password.toLowerCase()) || common.has(plain) || isRun(plain)) return "common-password";
  const word = lettersOf(plain);
  const names = [userName, userName.split("@", 1)[0] ?? "", name, ...name.split(/\s+/)].map((one) =>
    lettersOf(plainOf(one)),
  );
  const isName = word !== "" && [...names, ...PRODUCT_WORDS].includes(word);
  return isName && plain.length - word.length <= MAX_AROUND ? "own-name" : undefined;
}

const lettersOf = (text: string) => text.replace(/[^a-z]/g, "");

/** In lower case, without accents and blanks. */
function plainOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}\s]/gu, "")
    .toLowerCase();
}

/** `aaaaaaaa`, `12345678`, `hgfedcba`. */
function isRun(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0] ?? 2);
}
