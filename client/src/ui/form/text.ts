/** Words of the forms. */
export const text = {
  required: "Campo obrigatório.",
  choose: "Escolha uma opção.",
  notNumber: "Informe um número.",
  invalid: "Valor inválido.",
  tooShort: (minimum: number | bigint) => `Use pelo menos ${minimum} caracteres.`,
  tooLong: (maximum: number | bigint) => `Use no máximo ${maximum} caracteres.`,
  tooFew: (minimum: number | bigint) => `Informe pelo menos ${minimum}.`,
  tooMany: (maximum: number | bigint) => `Informe no máximo ${maximum}.`,
  tooSmall: (minimum: string) => `Deve ser no mínimo ${minimum}.`,
  tooBig: (maximum: string) => `Deve ser no máximo ${maximum}.`,
  formats: { email: "E-mail inválido.", date: "Data inválida.", datetime: "Data e hora inválidas." },
  time: "Hora",
  none: "–",
  remove: (name: string) => `Remover ${name}`,
  noOptions: "Nada para escolher ainda.",
} as const;
