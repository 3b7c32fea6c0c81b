import type { Permission } from "@lamina/shared/access/rights";
import type { PasskeyAsk } from "@lamina/shared/records/commands/passkey";
import type { MailedReport } from "@lamina/shared/views/mail";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, recordColumns } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** A group's rights: a matrix of screen × ver, criar, editar, excluir (domain, 7). */
export const usersGroups = pgTable(
  "users_groups",
  {
    ...recordColumns(),
    /** Null for the built-in groups. */
    clientId: text("client_id").references(() => clients._id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    permissions: jsonb("permissions").$type<Permission[]>().notNull(),
    alertDefaults: jsonb("alert_defaults").$type<string[]>().notNull().default([]),
    /** True for administrators of the installation: they have these rights on every client. */
    allClients: boolean("all_clients").notNull().default(false),
    /** True where its people must log in with a second factor. */
    secondFactor: boolean("second_factor").notNull().default(false),
  },
  (table) => [index().on(table.clientId)],
);

export const users = pgTable(
  "users",
  {
    ...recordColumns(),
    userName: text("user_name").notNull(),
    name: text("name").notNull(),
    email: text("email"),
    phone: text("phone"),
    language: text("language").notNull().default("pt-BR"),
    /** Rights outside of clients, such as adding one. Rights on a client come from the membership. */
    groupId: text("group_id")
      .notNull()
      .references(() => usersGroups._id),
    /** Empty until an invited user sets a password; an empty hash matches no password. */
    passwordHash: text("password_hash").notNull(),
    /** Encrypts unsent data on the person's devices; made at the first request. */
    deviceKey: text("device_key"),
    lastAccess: instant("last_access"),
  },
  // Phones capitalise the first letter, so "Ana" and "ana" are the same login.
  (table) => [index().on(table.groupId), uniqueIndex("users_user_name").on(sql`lower(${table.userName})`)],
);

/**
 * The clients of a user, with the rights on each: a user may manage one client and only view another. For a client,
 * this is its user, with this record's `_id`.
 */
export const memberships = pgTable(
  "memberships",
  {
    _id: text("_id").notNull().unique().default(sql`gen_random_uuid()::text`),
    createdAt: instant("created_at").notNull().default(sql`now()`),
    updatedAt: instant("updated_at").notNull().default(sql`now()`),
    active: boolean("active").notNull().default(true),
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    groupId: text("group_id")
      .notNull()
      .references(() => usersGroups._id),
    /** Farms that the user may see; empty means all of the client. */
    farmIds: jsonb("farm_ids").$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.clientId] }),
    index().on(table.clientId),
    index().on(table.groupId),
  ],
);

/** What a take-over changed, so that it can be undone. */
export interface TakenOverBefore {
  alertIds: string[];
  /** Monthly reports of the old user. */
  mails: { _id: string; report: MailedReport; nextMonth: string }[];
  /** Null where the take-over left the rights. */
  rights: { groupId: string; farmIds: string[] } | null;
  deactivated: boolean;
}

/** Take-overs of one user of a client by another. */
export const takeOvers = pgTable(
  "take_overs",
  {
    _id: text("_id").primaryKey(),
    clientId: text("client_id")
      .notNull()
      .references(() => clients._id, { onDelete: "cascade" }),
    fromId: text("from_id").notNull(),
    toId: text("to_id").notNull(),
    date: instant("date").notNull(),
    undoneAt: instant("undone_at"),
    before: jsonb("before").$type<TakenOverBefore>().notNull(),
  },
  (table) => [index().on(table.clientId)],
);

/** One row per issued token, so that a token can be revoked before it expires. */
export const sessions = pgTable(
  "sessions",
  {
    jti: text("jti").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    issuedAt: instant("issued_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    /** The first token of this login, and its moment: renewals keep them. Null: of this token. */
    login: text("login"),
    startedAt: instant("started_at"),
    device: text("device"),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** Codes with which people set their password, once: for an invitation or a reset. Only the newest code of a user is valid. */
export const oneTimeCodes = pgTable("one_time_codes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users._id, { onDelete: "cascade" }),
  hash: text("hash").notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** The second factor of a person (RFC 6238). */
export const secondFactors = pgTable("second_factors", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users._id, { onDelete: "cascade" }),
  /** The shared secret, encrypted with a key that is not in the database. */
  sealed: text("sealed").notNull(),
  startedAt: instant("started_at").notNull(),
  /** Null until the person has proved that the authenticator has the secret. */
  confirmedAt: instant("confirmed_at"),
  /** Time step of the newest code that was used, because a code is valid once. */
  lastStep: integer("last_step").notNull().default(0),
});

/** The PIN with which a person confirms commands. */
export const commandPins = pgTable("command_pins", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users._id, { onDelete: "cascade" }),
  /** As of a password. */
  hash: text("hash").notNull(),
  since: instant("since").notNull(),
  /** Null, or in the past, while it confirms. */
  lockedUntil: instant("locked_until"),
});

/** The passkeys of people (WebAuthn, level 2). */
export const passkeys = pgTable(
  "passkeys",
  {
    _id: text("_id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    credentialId: text("credential_id").notNull().unique(),
    /** A COSE key, in base64url. */
    publicKey: text("public_key").notNull(),
    /** Of signatures, by the device; 0 where it does not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: jsonb("transports").$type<PasskeyAsk["allowed"][number]["transports"]>().notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index().on(table.userId)],
);

/** The newest challenge of a person for each purpose; deleted when it is answered. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    purpose: text("purpose").$type<"register" | "login" | "command">().notNull(),
    challenge: text("challenge").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

/** Codes for a person who lost the authenticator; each is deleted when it is used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users._id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
