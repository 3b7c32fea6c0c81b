import { ProblemId } from "@lamina/shared/core/errors";
import { PROBLEM_CONTENT_TYPE, type Problem } from "@lamina/shared/core/problem";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import { ruleText } from "@lamina/shared/rules/rule-text";
import type { FastifyReply } from "fastify";

/** A broken rule as it is answered: with its words, for readers that do not know the id. */
export interface FieldError extends BrokenRule {
  message: string;
}

/** A broken rule with its words, unless it brings its own. */
function withMessage(rule: BrokenRule): FieldError {
  return { ...rule, message: typeof rule.message === "string" ? rule.message : ruleText(rule) };
}

interface Given {
  status: number;
  id: ProblemId;
  title: string;
  detail: string;
  errors?: FieldError[];
  /** The record as it is now, where the caller's version was older. */
  current?: unknown;
}

/** An error that is answered as it is (RFC 9457). Everything else becomes a bare 500. */
export class HttpProblem extends Error {
  readonly given: Given;
  /** Fastify reads it. */
  readonly statusCode: number;

  constructor(given: Given) {
    super(given.detail);
    this.given = given;
    this.statusCode = given.status;
  }
}

export const problems = {
  tokenNotFound: () =>
    new HttpProblem({
      status: 401,
      id: ProblemId.tokenNotFound,
      title: "Token não encontrado",
      detail: "Entre novamente: a requisição não traz um token de acesso.",
    }),
  tokenExpired: () =>
    new HttpProblem({
      status: 401,
      id: ProblemId.tokenExpired,
      title: "Token expirado",
      detail: "Sua sessão expirou. Entre novamente.",
    }),
  tokenRejected: () =>
    new HttpProblem({
      status: 401,
      id: ProblemId.tokenRejected,
      title: "Token recusado",
      detail: "Sua sessão não é mais válida. Entre novamente.",
    }),
  forbidden: (detail = "Seu grupo de usuários não permite esta ação.") =>
    new HttpProblem({ status: 403, id: ProblemId.forbidden, title: "Sem permissão", detail }),
  notFound: (detail = "Registro não encontrado.") =>
    new HttpProblem({ status: 404, id: ProblemId.notFound, title: "Não encontrado", detail }),
  conflict: (current: unknown) =>
    new HttpProblem({
      status: 409,
      id: ProblemId.conflict,
      title: "Alterado por outra pessoa",
      detail: "O registro foi alterado depois que você o abriu. Confira os dados atuais e tente de novo.",
      current,
    }),
  keyReused: () =>
    new HttpProblem({
      status: 422,
      id: ProblemId.keyReused,
      title: "Chave já usada",
      detail: "Esta chave de idempotência já foi usada com outros dados.",
    }),
  inUse: (detail: string) => new HttpProblem({ status: 409, id: ProblemId.conflict, title: "Registro em uso", detail }),
  validation: (rules: readonly BrokenRule[]) => {
    const errors = rules.map(withMessage);
    return new HttpProblem({
      status: 400,
      id: ProblemId.validation,
      title: "Dados inválidos",
      detail: errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(" "),
      errors,
    });
  },
  badRequest: (detail = "A requisição não pôde ser lida.") =>
    new HttpProblem({ status: 400, id: ProblemId.badRequest, title: "Requisição inválida", detail }),
  bodyTooLarge: () =>
    new HttpProblem({
      status: 413,
      id: ProblemId.bodyTooLarge,
      title: "Requisição grande demais",
      detail: "O conteúdo enviado é grande demais.",
    }),
  internal: () =>
    new HttpProblem({
      status: 500,
      id: ProblemId.internal,
      title: "Erro interno",
      detail: "Ocorreu um erro inesperado. Tente novamente mais tarde.",
    }),
};

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  const body: Problem = { ...problem.given, requestId: reply.request.id };
  return reply.code(problem.statusCode).type(PROBLEM_CONTENT_TYPE).send(JSON.stringify(body));
}
