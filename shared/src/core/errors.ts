export const ProblemId = {
  tokenNotFound: "token-not-found",
  tokenExpired: "token-expired",
  tokenMalformed: "token-malformed",
  tokenRejected: "token-rejected",
  keyRejected: "key-rejected",
  secondFactorNeeded: "second-factor-needed",
  secondFactorWrong: "second-factor-wrong",
  upstreamUnreachable: "upstream-unreachable",
  upstreamTimeout: "upstream-timeout",
  notStored: "not-stored",
  goingDown: "going-down",
  busy: "busy",
  loop: "loop",
  bodyTooLarge: "body-too-large",
  tooManyFailedLogins: "too-many-failed-logins",
  badRequest: "bad-request",
  validation: "validation",
  notFound: "not-found",
  forbidden: "forbidden",
  conflict: "conflict",
  quotaReached: "quota-reached",
  alreadyAnswered: "already-answered",
  mailNotConfigured: "mail-not-configured",
  passkeysNotConfigured: "passkeys-not-configured",
  emailMissing: "email-missing",
  noUser: "no-user",
  interlocked: "interlocked",
  confirmPassword: "confirm-password",
  confirmPin: "confirm-pin",
  confirmPasskey: "confirm-passkey",
  pinMissing: "pin-missing",
  pinLocked: "pin-locked",
  keyReused: "idempotency-key-reused",
  tooMuchTelemetry: "too-much-telemetry",
  unavailable: "unavailable",
  internal: "internal",
} as const;
export type ProblemId = (typeof ProblemId)[keyof typeof ProblemId];

/** §8, §7: texts that the specification fixes for programs, not for the screen. */
export const TOKEN_NOT_FOUND = "Token not found";
export const MQTT_NOT_CONNECTED = "mqtt client not connected";
/** End of the error for a user without topics (readings, 16). */
export const FORMS_NO_TOPIC = "cannot form a topic";
