import { views } from "@lamina/shared/calls/views";
import { BULK_READINGS, type BulkReply, type BulkResult, TelemetryBatch } from "@lamina/shared/records/readings";
import type { Context } from "../core/context.ts";
import type { Precedence } from "../core/precedence.ts";
import { problems } from "../http/problem.ts";
import { rememberCallers } from "../http/remembered-callers.ts";
import type { Authenticate, Router } from "../http/router.ts";
import { unknownFields } from "../http/unknown-fields.ts";
import { NotTaken } from "./receive/queue.ts";
import type { Scope } from "./scope.ts";
import type { Telemetry } from "./service.ts";

/** Calls of devices that are answered at a time, and while people wait for an answer. */
const AT_ONCE = 256;
const AT_ONCE_BESIDE_PEOPLE = 64;
const RETRY_MS = 1_000;

/** Paths of the calls by which devices and other systems send, which wait for people's calls. */
export const deviceCallPaths: ReadonlySet<string> = new Set([views.telemetry.path, views.telemetryMany.path]);

interface DeviceCallOptions extends Pick<Context, "clock" | "events"> {
  telemetry: Pick<Telemetry, "ingest" | "ingestAll">;
  scope: Scope;
  authenticate: Authenticate;
  precedence: Pick<Precedence, "underWay">;
}

/** The calls by which devices and other systems send readings. Too many are refused before they cost anything. */
export function deviceCalls(router: Router, options: DeviceCallOptions): void {
  const { clock, telemetry, scope, precedence } = options;
  const callerOf = rememberCallers(options.authenticate, options);
  let underWay = 0;

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
        await scope.deviceBySerial({ caller, access: views.telemetry.access }, body.serial);
        return telemetry.ingest(body, clock.now());
      }),
    admit,
  );

  router.route(
    views.telemetryMany,
    ({ caller, body }) =>
      counted(async () => {
        const read = body.batches.map(readBatch);
        const serials = read.flatMap((batch) => batch?.serial ?? []);
        const size = read.reduce((sum, batch) => sum + (batch?.readings.length ?? 0), 0);
        if (size > BULK_READINGS)
          throw problems.validation([{ field: "batches", id: "too-big", maximum: BULK_READINGS }]);
        const reasons = await scope.refusedSerials({ caller, access: views.telemetryMany.access }, serials);
        const good = read.filter((batch) => batch !== undefined && !reasons.has(batch.serial));
        const replies = await telemetry.ingestAll(good as TelemetryBatch[], clock.now());
        const replyOf = new Map(good.map((batch, index) => [batch, replies[index]] as const));
        return bulkReply(
          read.map((batch, index): BulkResult => {
            const serial = batch?.serial ?? serialOf(body.batches[index]);
            const none = { accepted: 0, duplicate: 0, rejected: [] };
            if (batch === undefined) return { index, serial, ...none, error: "validation" };
            const error = reasons.get(batch.serial) ?? null;
            return { index, serial, ...(replyOf.get(batch) ?? none), error };
          }),
        );
      }),
    admit,
  );
}

/** A message without unknown fields; undefined for any other. */
function readBatch(batch: unknown): TelemetryBatch | undefined {
  return unknownFields(TelemetryBatch, batch).length > 0 ? undefined : TelemetryBatch.safeParse(batch).data;
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
