/** Words of setting and changing a password. */
export const text = {
  byCode: "Definir a senha com um código",
  byCodeHint:
    "Para o primeiro acesso, ou se esqueceu a senha. Quem administra os usuários da sua empresa gera o código e entrega a você.",
  change: "Trocar a senha",
  changeHint: "As sessões abertas em outros aparelhos terminam.",
  userName: "Usuário",
  code: "Código",
  current: "Senha atual",
  next: "Nova senha",
  nextHint: (minimum: number) => `Pelo menos ${minimum} caracteres`,
  repeat: "Repita a nova senha",
  missing: "Campo obrigatório.",
  tooShort: (minimum: number) => `Use pelo menos ${minimum} caracteres.`,
  differs: "As senhas não são iguais.",
  cancel: "Cancelar",
  save: "Salvar senha",
  saved: "Senha salva.",
  failures: {
    invalidCode: "Código inválido ou vencido. Peça um novo convite.",
    network: "Sem conexão: a senha não foi salva.",
    lacking: "O servidor da sua empresa não oferece a troca de senha por aqui. Peça a quem administra os usuários.",
    tooMany: "Muitas tentativas. Espere um pouco e tente novamente.",
    other: "Não foi possível salvar a senha. Tente novamente.",
  },
} as const;
