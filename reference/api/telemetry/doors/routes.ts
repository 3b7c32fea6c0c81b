import { DOOR_PATH } from "@lamina/shared/doors/key-path";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import type { Refusal } from "@lamina/shared/rules/refusals";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import { problems } from "../../http/problem.ts";
import { senderOf } from "../devices/secret.ts";
import { NotTaken } from "../receive/queue.ts";
import { isQuota, untilNextDay } from "../receive/quota.ts";
import { keptText, MESSAGE_MAX_BYTES } from "../rules/message.ts";
import { fieldsOf, readBody } from "./body.ts";
import { KEY_PARAMETERS, keyOf } from "./key.ts";
import type { Doors } from "./receive.ts";

/** Larger bodies are refused without being read, so that their senders learn it from the status alone. */
const BODY_MAX_BYTES = 4 * MESSAGE_MAX_BYTES;

const schema = {
  summary: "Takes a message of a device or gateway with a key: JSON, a form or a query, in the form of its maker",
  description:
    "Key: `Authorization: Bearer <key>`, `Basic <serial>:<key>`, or for devices without headers `/in/<key>` or `?key=<key>`.",
  tags: ["Reading"],
  security: [],
};

/** Paths of the doors, whose requests wait for people's calls. */
export const doorPaths: ReadonlySet<string> = new Set([DOOR_PATH, `${DOOR_PATH}/*`]);

/** `/in`: messages of devices and gateways by HTTPS, with their key. */
export async function doorRoutes(app: FastifyInstance, { database, clock }: Context, doors: Doors): Promise<void> {
  await app.register(async (scope) => {
    // Stations send forms under any type, or none.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of doorPaths)
      scope.route({
        method: ["GET", "POST", "PUT"],
        url,
        bodyLimit: BODY_MAX_BYTES,
        config: { auth: "public" },
        schema,
        handler: async (request, reply) => {
          const given = keyOf(request);
          const sender = given && (await senderOf(database, given.key, clock.now()));
          if (sender === undefined || (sender.kind === "device" && given?.user && given.user !== sender.serial))
            throw problems.keyRejected();
          const { message, raw } = messageOf(request);
          const origin = { door: "key", topic: DOOR_PATH, raw: keptText(raw) } as const;
          const answer =
            "refusal" in message
              ? await doors.refuse(sender, origin, message.refusal)
              : await doors.receive(sender, message.value, origin).catch((error: unknown) => {
                  throw error instanceof NotTaken ? problems.tooMuchTelemetry(error.retryAfterMs) : error;
                });
          const { refusal, rejected, ...sums } = answer;
          if (refusal && isQuota(refusal))
            void reply.code(429).header("retry-after", Math.ceil(untilNextDay(clock.now()) / 1000));
          else void reply.code(refusal ? 400 : 200);
          return reply.send({
            ...sums,
            rejected: rejected.map((one) => ({ ...one, ...refusalWords(one.id) })),
            ...(refusal && { refusal: withWords(refusal) }),
          });
        },
      });
  });
}

const withWords = (refusal: Refusal) => ({ ...refusal, ...refusalWords(refusal.id) });

/** The message in the body, else in the query, without a key. */
function messageOf({ body, url }: FastifyRequest): { message: ReturnType<typeof readBody>; raw: string | Uint8Array } {
  if (Buffer.isBuffer(body) && body.length > 0) return { message: readBody(body), raw: body };
  const query = new URLSearchParams(url.split("?", 2)[1] ?? "");
  for (const name of KEY_PARAMETERS) query.delete(name);
  return { message: { value: fieldsOf(query) }, raw: query.toString() };
}
