import { endpoints } from "@lamina/shared/calls/endpoints";
import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../core/context.ts";
import type { Caller } from "../../http/caller.ts";
import type { Router } from "../../http/router.ts";
import type { Mails } from "../../mail/mails.ts";
import type { UndonePart } from "../../records/importing/undo.ts";
import { recordRoutes } from "../../records/routes.ts";
import { createConfirmationCalls } from "./confirmation/service.ts";
import { createCredentials } from "./credentials.ts";
import { createGroups } from "./groups-service.ts";
import { createUserImport, userKind } from "./importing/user-import.ts";
import { createSecondFactorCalls } from "./second-factor/service.ts";
import type { Identity } from "./service.ts";
import { createTakeOvers } from "./take-over.ts";
import { createUsers } from "./users.ts";

export function identityRoutes(router: Router, identity: Identity): void {
  router.publicRoute(endpoints.login, async ({ body, address, device }) => ({
    token: await identity.login(body, { address, device }),
  }));
  router.route(endpoints.renewToken, async ({ caller }) => ({ token: await identity.renew(caller) }));
  router.route(views.logout, ({ caller }) => identity.logout(caller));
  router.route(views.sessions, ({ caller }) => identity.sessions(caller));
  router.route(views.endOtherSessions, ({ caller }) => identity.endOthers(caller));
  router.route(views.endSession, ({ caller, query }) => identity.endSession(caller, query.ID));
}

/** @returns what takes back imported users */
export function userRoutes(
  router: Router,
  context: Context & { mails: Pick<Mails, "isConfigured" | "addAutomatic"> },
  identity: Identity,
): UndonePart {
  const users = createUsers(context);
  const takeOvers = createTakeOvers(context, users);
  recordRoutes(router, entities.user, users);
  const files = createUserImport(context, users);
  router.route(views.userImport, ({ caller, body }) => files.import(caller, body));
  router.route(views.userPreview, ({ caller, body }) => files.preview(caller, body));
  router.route(views.takeOver, ({ caller, body }) => takeOvers.takeOver(caller, body));
  router.route(views.undoTakeOver, ({ caller, body }) => takeOvers.undo(caller, body._id));
  recordRoutes(router, entities.usersGroup, createGroups(context));
  const credentials = createCredentials(context, identity);
  router.route(views.me, ({ caller, query }) => credentials.me(caller, query.clientId));
  router.route(views.deviceKey, async ({ caller }) => ({ key: await credentials.deviceKey(caller) }));
  router.route(views.changePassword, ({ caller, body }) => credentials.changePassword(caller, body.current, body.next));
  router.route(views.invite, ({ caller, body }) => credentials.invite(caller, body._id));
  const setPassword = ({ caller, body }: { caller: Caller; body: { next: string } }) =>
    credentials.setPassword(caller, body.next);
  router.route(views.setPassword, setPassword, identity.authenticateCode);
  const { passkeys, personOf, requirePassword, authenticateSetUp } = identity;
  const factor = createSecondFactorCalls(context, identity);
  router.route(views.secondFactor, ({ caller }) => factor.own(caller));
  router.route(views.startSecondFactor, ({ caller, body }) => factor.start(caller, body.current), authenticateSetUp);
  router.route(views.confirmSecondFactor, ({ caller, body }) => factor.confirm(caller, body.code), authenticateSetUp);
  router.route(views.endSecondFactor, ({ caller, body }) => factor.end(caller, body.current, body.code));
  router.route(views.resetSecondFactor, ({ caller, body }) => factor.reset(caller, body._id));
  const confirmation = createConfirmationCalls(context, identity);
  router.route(views.commandPin, ({ caller }) => confirmation.pin(caller));
  router.route(views.setCommandPin, ({ caller, body }) => confirmation.setPin(caller, body.current, body.pin));
  router.route(views.endCommandPin, ({ caller, body }) => confirmation.endPin(caller, body.current));
  router.route(views.passkeys, async ({ caller }) => passkeys.list(await personOf(caller)));
  router.route(views.startPasskey, async ({ caller, body }) =>
    passkeys.start(await requirePassword(caller, body.current)),
  );
  router.route(views.confirmPasskey, async ({ caller, body }) => passkeys.confirm(await personOf(caller), body));
  router.route(views.endPasskey, async ({ caller, body }) =>
    passkeys.end(await requirePassword(caller, body.current), body._id),
  );
  return { definition: userKind, records: users };
}

/** The public key for programs that verify tokens themselves (RFC 7517). */
export function keyRoutes(app: FastifyInstance, identity: Identity): void {
  const schema = { summary: "Keys that prove tokens", tags: ["Authentication"], security: [] };
  app.get("/.well-known/jwks.json", { config: { auth: "public" }, schema }, async () => identity.jwks);
}
