import { views } from "@lamina/shared/calls/views";
import { BULK_READINGS, type BulkReply, type BulkResult, TelemetryMessage } from "@lamina/shared/records/readings";
import { refusalWords } from "@lamina/shared/rules/refusal-text";
import type { Refusal } from "@lamina/shared/rules/refusals";
import type { BrokenRule } from "@lamina/shared/rules/rule";
import type { Context } from "../core/context.ts";
import type { Precedence } from "../core/precedence.ts";
import { problems } from "../http/problem.ts";
import { rememberCallers } from "../http/remembered-callers.ts";
import type { Authenticate, Router } from "../http/router.ts";
import { NotTaken } from "./receive/queue.ts";
import { untilNextDay } from "./receive/quota.ts";
import { keptText } from "./rules/message.ts";
import { type ReadBatch, readBatch } from "./rules/read-batch.ts";
import type { Scope } from "./scope.ts";
import type { Telemetry } from "./service.ts";
import type { Origin } from "./store/pivot-store.ts";

/** Calls of devices that are answered at a time, and while people wait for an answer. */
const AT_ONCE = 256;
const AT_ONCE_BESIDE_PEOPLE = 64;
const RETRY_MS = 1_000;

/** Paths of the calls by which devices and other systems send, which wait for people's calls. */
export const deviceCallPaths: ReadonlySet<string> = new Set([views.telemetry.path, views.telemetryMany.path]);

interface DeviceCallOptions extends Pick<Context, "clock" | "events"> {
  telemetry: Pick<Telemetry, "ingest" | "ingestAll" | "refuse" | "imports">;
  scope: Scope;
  authenticate: Authenticate;
  precedence: Pick<Precedence, "underWay">;
}

/** The calls by which devices and other systems send readings. Too many are refused before they cost anything. */
export function deviceCalls(router: Router, options: DeviceCallOptions): void {
  const { clock, telemetry, scope, precedence } = options;
  const callerOf = rememberCallers(options.authenticate, options);
  let underWay = 0;
  const overQuota = (refusal: Refusal) => problems.overQuota(untilNextDay(clock.now()), ruleOf(refusal));

  const admit: Authenticate = async (token) => {
    if (underWay >= (precedence.underWay() > 0 ? AT_ONCE_BESIDE_PEOPLE : AT_ONCE))
      throw problems.tooMuchTelemetry(RETRY_MS);
    return callerOf(token);
  };

  async function counted<Reply>(store: () => Promise<Reply>): Promise<Reply> {
    underWay++;
    try {
      return await store();
    } catch (error) {
      throw error instanceof NotTaken ? problems.tooMuchTelemetry(error.retryAfterMs) : error;
    } finally {
      underWay--;
    }
  }

  router.route(
    views.telemetry,
    ({ caller, body }) =>
      counted(async () => {
        const { serial } = body;
        await scope.deviceBySerial({ caller, access: views.telemetry.access }, serial);
        const origin = originOf(body, views.telemetry.path);
        const read = readBatch(serial, body);
        if ("id" in read) {
          await telemetry.refuse({ serial, origin, refusal: read });
          throw problems.validation([ruleOf(read)]);
        }
        const { refusal, ...reply } = await telemetry.ingest(read.batch, clock.now(), { origin, ...read });
        if (refusal) throw overQuota(refusal);
        return reply;
      }),
    admit,
  );

  router.route(
    views.readingImport,
    ({ caller, body }) =>
      counted(async () => {
        const place = await scope.deviceBySerial({ caller, access: views.readingImport.access }, body.serial);
        return telemetry.imports.add(caller, body, place);
      }),
    admit,
  );

  router.route(views.readingPreview, async ({ caller, body }) => {
    await scope.deviceBySerial({ caller, access: views.readingPreview.access }, body.serial);
    return telemetry.imports.foresee(body);
  });

  router.route(
    views.telemetryMany,
    ({ caller, body }) =>
      counted(async () => {
        const all = body.batches.map(readSent);
        const size = all.reduce((sum, { read }) => sum + ("batch" in read ? read.batch.readings.length : 0), 0);
        if (size > BULK_READINGS)
          throw problems.validation([{ field: "batches", id: "too-big", maximum: BULK_READINGS }]);
        const serials = all.flatMap(({ serial }) => serial ?? []);
        const reasons = await scope.refusedSerials({ caller, access: views.telemetryMany.access }, serials);
        const open = all.filter(({ serial }) => serial === null || !reasons.has(serial));
        const good = open.flatMap((sent) => ("batch" in sent.read ? [{ sent, read: sent.read }] : []));
        const replies = await telemetry.ingestAll(
          good.map(({ sent, read }) => ({ batch: read.batch, message: { origin: sent.origin, ...read } })),
          clock.now(),
        );
        const [first] = replies;
        if (first?.refusal && replies.length === all.length && replies.every(({ refusal }) => refusal))
          throw overQuota(first.refusal);
        for (const { serial, origin, read } of open)
          if (serial !== null && "id" in read) await telemetry.refuse({ serial, origin, refusal: read });
        const replyOf = new Map(good.map(({ sent }, index) => [sent, replies[index]] as const));
        return bulkReply(
          all.map((sent, index): BulkResult => {
            const { serial, read } = sent;
            const none = { accepted: 0, duplicate: 0, rejected: [] };
            const error = serial === null ? undefined : reasons.get(serial);
            if ("id" in read && error === undefined)
              return { index, serial, ...none, error: "validation", refusal: read };
            const reply = replyOf.get(sent) ?? none;
            return { index, serial, ...reply, error: error ?? ("refusal" in reply ? "validation" : null) };
          }),
        );
      }),
    admit,
  );
}

/** A message of a call in its readable parts, or why it has none. */
function readSent(message: unknown): { serial: string | null; origin: Origin; read: ReadBatch | Refusal } {
  const serial = serialOf(message);
  const origin = originOf(message, views.telemetryMany.path);
  const isNamed = serial !== null && TelemetryMessage.shape.serial.safeParse(serial).success;
  const read = isNamed ? readBatch(serial, message) : ({ id: "no-serial", field: "serial" } as const);
  return { serial, origin, read };
}

const originOf = (message: unknown, topic: string): Origin => ({
  door: "call",
  topic,
  raw: keptText(JSON.stringify(message) ?? ""),
});

/** The refusal of a whole message as the answer of a call. */
function ruleOf({ id, field = "readings", expected }: Refusal): BrokenRule & { message: string } {
  const { what, remedy } = refusalWords(id);
  return { field, id, ...(expected && { expected }), message: `${what} ${remedy}` };
}

function bulkReply(results: BulkResult[]): BulkReply {
  const sum = (amount: (result: BulkResult) => number) => results.reduce((total, result) => total + amount(result), 0);
  return {
    accepted: sum(({ accepted }) => accepted),
    duplicate: sum(({ duplicate }) => duplicate),
    rejected: sum(({ rejected }) => rejected.length),
    results,
  };
}

/** The serial of a message that could not be read. */
function serialOf(batch: unknown): string | null {
  const { serial } = (batch ?? {}) as { serial?: unknown };
  return typeof serial === "string" ? serial.slice(0, 64) : null;
}
