/** Words of the test of a person's ways. */
export const text = {
  test: "Teste dos avisos do Lâmina",
  testMail: "Este é um teste: os avisos por e-mail chegam a este endereço.\n",
} as const;
