import type { LoginAlert, SessionNotice } from "./session-state.ts";

/** Title of the alert of a failed login (§8). */
export const LOGIN_ALERT_TITLE = "Login";

const COMMUNICATION = "Falha na comunicação, tente novamente mais tarde.";

/** Words of the alert of a failed login. The first two are those of §8. */
export function loginAlertText(alert: LoginAlert): string {
  switch (alert.id) {
    case "communication":
      return COMMUNICATION;
    case "clock":
      return `${COMMUNICATION} O relógio deste aparelho, ou o do servidor, está errado: confira a data e a hora do aparelho.`;
    case "invalid-credentials":
      return "Usuário ou senha inválidos";
    case "too-many-attempts":
      return alert.retryAfter === undefined
        ? "Muitas tentativas. Aguarde um pouco e tente novamente."
        : `Muitas tentativas. Tente novamente em ${waitText(alert.retryAfter)}.`;
  }
}

/** Why the user has to log in again. */
export const SESSION_NOTICE_TEXT: Record<SessionNotice, string> = {
  expired: "Sua sessão expirou. Entre novamente.",
  "renewal-failed": "Não foi possível renovar a sua sessão. Entre novamente.",
  "no-client": "Nenhum cliente está liberado para o seu usuário. Fale com o administrador da sua conta.",
  "ended-elsewhere": "Você saiu em outra aba.",
  "code-too-late": "O tempo para o código acabou. Entre de novo.",
};

function waitText(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "1 segundo" : `${seconds} segundos`;
  return `${Math.ceil(seconds / 60)} minutos`;
}
