import { expect, it } from "vitest";
import { weaknessOf } from "./weak-password.ts";

const ana = { name: "Ana Martins de Souza", userName: "ana.martins" };

it.each(["12345678", "password", "Password1", "aaaaaaaa", "ABCDEFGH", "87654321", "senha123", "qwertyuiop"])(
  "refuses %s as common",
  (password) => expect(weaknessOf(password, ana)).toBe("common-password"),
);

it.each(["irrigar1", "Lâmina2026", "anamartins", "ana.martins", "Ana Martins de Souza", "martins2026", "Pivô-2026!"])(
  "refuses %s as a name",
  (password) => expect(weaknessOf(password, ana)).toBe("own-name"),
);

it.each(["chuva na lavoura", "poço do sul 1987", "Xk3-vento-azul", "irrigarbemcedo", "ana gosta de milho verde"])(
  "takes %s",
  (password) => expect(weaknessOf(password, ana)).toBeUndefined(),
);
