import type { ProblemId } from "@lamina/shared/core/errors";

/** Why the API refused a request, and the remedy, by the problem's id. */
export const refusals: Partial<Record<ProblemId, string>> & { gone: string } = {
  gone: "Este registro não existe mais. Confira os dados atuais na tela.",
  "already-answered": "Outra pessoa já respondeu, ou a água já está registrada. Confira os dados atuais na tela.",
  "confirm-password": "Este comando pede a sua senha.",
  interlocked: "Uma trava impede o comando. Veja o motivo na tela.",
  "mail-not-configured":
    "O envio por e-mail não está configurado. Peça a quem cuida do servidor, ou use Exportar no relatório.",
  "email-missing": "O seu cadastro não tem e-mail. Peça a quem cuida dos usuários que o preencha.",
  "no-user": "Esta sessão não é de um usuário. Saia e entre com o seu.",
};
