import type { Permission } from "@lamina/shared/access/rights";
import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, recordColumns } from "../core/database/columns.ts";
import { clients } from "./clients.ts";

/** A group's rights: a matrix of screen × ver, criar, editar, excluir (domain, 7). */
export const usersGroups = pgTable(
  "users_groups",
  {
    ...recordColumns(),
    /** Null for the groups that every client has. */
    clientId: text("client_id").references(() => clients._id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    permissions: jsonb("permissions").$type<Permission[]>().notNull(),
    alertDefaults: jsonb("alert_defaults").$type<string[]>().notNull().default([]),
    /** True for those who administer the installation: they have these rights on every client. */
    allClients: boolean("all_clients").notNull().default(false),
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
    /** Rights where no client is concerned, such as adding one. Rights on a client come with the membership. */
    groupId: text("group_id")
      .notNull()
      .references(() => usersGroups._id),
    /** Empty until an invited user sets one: it matches no password. */
    passwordHash: text("password_hash").notNull(),
    /** Seals what the person's devices have not sent yet; made when it is asked for first. */
    deviceKey: text("device_key"),
    lastAccess: instant("last_access"),
  },
  // Phones capitalise the first letter: "Ana" and "ana" are one login.
  (table) => [index().on(table.groupId), uniqueIndex("users_user_name").on(sql`lower(${table.userName})`)],
);

/**
 * Which clients a user sees, and with what rights: one may manage one client and only look at another. To a client, this is
 * its user: `_id` is that record's.
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

/** One row per issued token, so that a token can be taken back before it expires. */
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
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
);

/** Codes with which people set their password, once: for an invitation or a reset. The newest of a user holds. */
export const oneTimeCodes = pgTable("one_time_codes", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users._id, { onDelete: "cascade" }),
  hash: text("hash").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
