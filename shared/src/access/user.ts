import * as z from "zod";
import { Id, Moment, Name, Note, storedRecord } from "../core/record.ts";
import { AlertType } from "../records/alert.ts";
import { Permission, Screen } from "./rights.ts";

/** Leading and trailing blanks do not count. */
export const Password = z
  .string()
  .min(8)
  .max(256)
  .refine((password) => password.trim().length >= 8);

export const UserFields = z.object({
  name: Name,
  userName: z
    .string()
    .trim()
    .min(1)
    .max(64)
    .regex(/^[^/+#$\p{Cc}][^/+#\p{Cc}]*$/u),
  email: z.email().max(254).nullish(),
  phone: z.string().trim().max(30).nullish(),
  groupId: Id,
  /** Farms that the user may see; empty means all farms of the client. */
  farmIds: z.array(Id).max(500).default([]),
  language: z.literal("pt-BR").default("pt-BR"),
  active: z.boolean().default(true),
});
/**
 * A user as a client sees them, without the password. `_id` is the record's id; the person's id, who may use several
 * clients, is `userId`, as in `Me`, `takenBy` and the audit.
 */
export const User = storedRecord(
  UserFields.extend({
    userId: Id.optional(),
    lastAccess: Moment.nullish(),
    /** True until the person has set a password. */
    invited: z.boolean().optional(),
  }),
);
export type User = z.infer<typeof User>;

export const UsersGroupFields = z.object({
  name: Name,
  /** One row a screen. */
  permissions: z.array(Permission).max(Screen.options.length),
  alertDefaults: z.array(AlertType).max(AlertType.options.length).default([]),
  /** Whether its people must log in with a second factor. */
  secondFactor: z.boolean().default(false),
});
export const UsersGroup = storedRecord(UsersGroupFields.extend({ builtIn: z.boolean().optional() }));
export type UsersGroup = z.infer<typeof UsersGroup>;

/** Reply of `GET /User/Me`: the logged-in user and their rights on a client. */
export const Me = z.looseObject({
  _id: Id,
  name: z.string(),
  userName: z.string(),
  groupName: z.string(),
  permissions: z.array(Permission),
});
export type Me = z.infer<typeof Me>;

/** Reply of `GET /User/GetDeviceKey`: 32 bytes in base64url, the same at each login of a person. */
export const DeviceKey = z.object({ key: z.string().regex(/^[\w-]{43}$/) });

/** A login of the caller that has not ended, on one device. */
export const LoginSession = z.object({
  _id: Id,
  /** The moment of the login, and of the newest token. */
  startedAt: Moment,
  renewedAt: Moment,
  /** The browser or app, as it names itself; null when it did not. */
  device: z.string().nullable(),
  /** Whether this call belongs to it. */
  current: z.boolean(),
});
export type LoginSession = z.infer<typeof LoginSession>;

/** Body of `POST /User/TakeOver`: one user of a client takes over from another. Both are ids of `User`. */
export const TakeOver = z.object({
  from: Id,
  to: Id,
  /** The new one gets the group and the farms of the old one. */
  rights: z.boolean().default(false),
  /** The old one is no longer active on this client. */
  deactivate: z.boolean().default(false),
});
export type TakeOver = z.infer<typeof TakeOver>;
/** Reply: the records that were taken over, and the end of the time to undo it. */
export const TakenOver = z.object({
  _id: Id,
  alerts: z.number().int(),
  mails: z.number().int(),
  undoUntil: Moment,
});
export type TakenOver = z.infer<typeof TakenOver>;

/** Body of `POST /User/ChangePassword`; both as base64 of UTF-8 bytes, like the login's. */
export const ChangePassword = z.object({ current: z.string().max(4096), next: z.string().max(4096) });
/** Reply of an invitation or reset: the one-time code with which the person sets a password. */
export const OneTimeCode = z.object({ code: z.string(), expiresAt: Moment });
/** Body of `POST /User/SetPassword`, called with the token of a one-time-code login; base64 of UTF-8 bytes. */
export const SetPassword = z.object({ next: z.string().max(4096) });

/** Reply of `GET /User/GetSecondFactor`: the caller's. */
export const SecondFactor = z.object({
  /** The moment since when a login needs a code; null without a second factor. */
  since: Moment.nullable(),
  /** Recovery codes that are left. */
  recoveryCodes: z.number().int(),
  /** Whether a group of the caller requires it. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
/** Body of `POST /User/StartSecondFactor`: the current password, as base64 of UTF-8 bytes. */
export const StartSecondFactor = z.object({ current: z.string().max(4096) });
/** Reply: the secret for an authenticator, in base 32, and the same as a link that opens one. */
export const SecondFactorSecret = z.object({ secret: z.string(), link: z.string() });
/** A code of the authenticator, or a recovery code. */
const FactorCode = z.string().trim().min(1).max(64);
/** Body of `POST /User/ConfirmSecondFactor`. */
export const ConfirmSecondFactor = z.object({ code: FactorCode });
/** Reply: codes for a lost authenticator, shown once, and a token where the caller had to set it up before the login. */
export const SecondFactorConfirmed = z.object({ recoveryCodes: z.array(z.string()), token: z.string().nullable() });
/** Body of `POST /User/EndSecondFactor`: the current password and a code. */
export const EndSecondFactor = z.object({ current: z.string().max(4096), code: FactorCode });

export const AuditEntry = z.object({
  _id: Id,
  date: Moment,
  userId: Id.nullable(),
  userName: z.string(),
  entity: z.string(),
  recordId: Id,
  action: z.enum(["insert", "update", "delete"]),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  reason: Note.nullish(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
