import { randomUUID } from "node:crypto";
import { parseDeviceTopic } from "@lamina/shared/messages/device-topics";
import type { InterlockId } from "@lamina/shared/reasons/interlocks";
import {
  COMMAND_LIFE_MS,
  CommandAnswer,
  type CommandFields,
  CommandOrder,
  type CommandStep,
  isCompleteOrder,
  type PivotCommand,
} from "@lamina/shared/records/commands/pivot-command";
import { alertNames } from "@lamina/shared/records/text";
import { and, desc, eq, gte, max, or } from "drizzle-orm";
import type { Context } from "../core/context.ts";
import { lockNamed } from "../core/database/lock-named.ts";
import type { Database } from "../core/database/open.ts";
import type { Job } from "../core/jobs.ts";
import { type RecordChanged, recordChanged } from "../core/record-changed.ts";
import { toJson } from "../core/serialize.ts";
import type { SectorFilter } from "../farms/sector-filter.ts";
import { ofFarms } from "../farms/sector-filter.ts";
import type { Caller } from "../http/caller.ts";
import { problems } from "../http/problem.ts";
import type { Irrigation } from "../irrigation/service.ts";
import { type Author, audit, PROGRAM } from "../records/audit/write.ts";
import { writeOnce } from "../records/write-keys.ts";
import { pivotCommands } from "../schema/commands.ts";
import { pivots } from "../schema/farms.ts";
import { parseJson } from "../telemetry/rules/message.ts";
import { latestStatuses, statusHistory } from "../telemetry/store/pivot-store.ts";
import { factsOf, type Machine, machineOf, mayStillCommand, openCommands, panelOf } from "./facts.ts";
import { isAnswered, RULE_LATE_MS, unansweredAlerts } from "./rule-stops.ts";
import { interlocksOf } from "./rules/interlocks.ts";
import {
  AHEAD_MS,
  type CommandInput,
  distrustedUntil,
  isRepeatable,
  isScheduled,
  nextStep,
  provedAfter,
  type TrackedCommand,
} from "./rules/next-step.ts";

type Row = typeof pivotCommands.$inferSelect;
type Given = Pick<typeof pivotCommands.$inferInsert, "order" | "expiresAt" | "byUserId" | "byName"> &
  Partial<Pick<Row, "scheduledFor" | "decidedAt" | "runStartAt" | "override" | "ruleId">>;

/** Orders are numbered by the second, so that a panel that moves to another machine, or a restored database, continues. */
const SEQUENCE_EPOCH = Date.UTC(2026, 0, 1);
const FOLLOW_MS = 5_000;
/** Commands of one answer. */
const MAX_LISTED = 50;
const MAX_OF_CLIENT = 500;
const DAY_MS = 86_400_000;
/** A start may be scheduled this far ahead. */
const SCHEDULE_MS = 2 * DAY_MS;

/** Commands to machines: stores, sends and follows them. */
export interface Commands {
  /** @throws HttpProblem 400, 404, 409 with the interlocks, 422 */
  insert(caller: Caller, fields: CommandFields, key: string | undefined): Promise<PivotCommand>;
  /** Whether a scheduled command was cancelled. */
  cancel(caller: Caller, id: string): Promise<boolean>;
  ofPivot(pivotId: string): Promise<PivotCommand[]>;
  ofClient(filter: SectorFilter): Promise<PivotCommand[]>;
  /** The machine of a command; undefined for an unknown one. */
  pivotOf(id: string): Promise<string | undefined>;
  /** Takes a panel's answer to a command. Logs and drops one that cannot be read or belongs to no command of the panel. */
  receive(topic: string, payload: Uint8Array): Promise<void>;
  jobs: Job[];
}

export function createCommands(
  { database, clock, events, publisher, log }: Context,
  { permitLimits }: Pick<Irrigation, "permitLimits">,
): Commands {
  interface Work {
    transaction: Database;
    now: Date;
    /** Changes to announce, and orders to publish, after the transaction. */
    changes: RecordChanged[];
    orders: Row[];
  }

  /**
   * Work on the commands of a farm, one at a time over all processes: machines of a farm share pumps and permits. What it
   * sends is stored before it is published, so that a crash between loses an order and never sends one twice.
   */
  async function onFarm<Result>(farmId: string, work: (within: Work) => Promise<Result>): Promise<Result> {
    const { result, changes, orders } = await database.transaction(async (transaction) => {
      await lockNamed(transaction, `commands of ${farmId}`);
      // Of this attempt, because an order of one that was rolled back must not leave.
      const [changes, orders]: [RecordChanged[], Row[]] = [[], []];
      return { result: await work({ transaction, now: clock.now(), changes, orders }), changes, orders };
    });
    for (const order of orders) await publish(order);
    await events.emitAll("record", changes);
    return result;
  }

  async function publish({ _id, serial, sequence, order, issuedAt, expiresAt }: Row): Promise<void> {
    if (serial === null || sequence === null) return;
    const message = {
      ...order,
      id: _id,
      sequence,
      issuedAt: issuedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    };
    // It may have left nevertheless, so that only telemetry and time say what became of it.
    await publisher
      .commandDevice(serial, message)
      .catch((error: Error) => log.warn({ serial, reason: error.message }, "command not published"));
  }

  async function store({ transaction, now, changes }: Work, before: Row, step: Omit<CommandStep, "at">, more = {}) {
    const states = [...before.states, { ...step, at: now.toISOString() }];
    const [after] = await transaction
      .update(pivotCommands)
      .set({ state: step.state, states, updatedAt: now, ...more })
      .where(eq(pivotCommands._id, before._id))
      .returning();
    if (after === undefined) return before;
    changes.push(changeOf(after, before));
    return after;
  }

  async function apply(work: Work, row: Row, input: CommandInput): Promise<Row> {
    const step = nextStep(tracked(row), input, work.now.getTime());
    return step === null ? row : store(work, row, step);
  }

  /** Sends a stored command, and gives it the next place among the orders of its machine. */
  async function send(work: Work, row: Row): Promise<Row> {
    const { transaction, now } = work;
    const panel = await panelOf(transaction, row.pivotId);
    const [{ last } = { last: null }] = await transaction
      .select({ last: max(pivotCommands.sequence) })
      .from(pivotCommands)
      .where(eq(pivotCommands.pivotId, row.pivotId));
    const status = (await latestStatuses(transaction, [row.pivotId])).get(row.pivotId);
    const isOwn = row.scheduledFor === null;
    const inFlight = (await openCommands(transaction, [row.pivotId]))
      .filter((one) => one._id !== row._id && one.sentAt !== null)
      .map(tracked);
    const seenUntil = provedAfter(row.order, status ? Date.parse(status.date) : null, inFlight);
    const sent = await store(
      work,
      row,
      { state: "sent", source: "api", reason: null },
      {
        sentAt: now,
        serial: panel?.serial ?? null,
        sequence: Math.max((last ?? 0) + 1, Math.floor((now.getTime() - SEQUENCE_EPOCH) / 1000)),
        seenUntil: seenUntil === null ? null : new Date(seenUntil),
        ...(!isOwn && { expiresAt: new Date(now.getTime() + COMMAND_LIFE_MS) }),
      },
    );
    work.orders.push(sent);
    return sent;
  }

  /**
   * Stores a command that no interlock holds back, and sends it unless it waits for its moment. `unsent`: the final state
   * of one that the program owed and does not send.
   */
  async function give(
    work: Work,
    { _id: pivotId, clientId }: Machine,
    given: Given,
    author: Author,
    unsent?: Pick<CommandStep, "state" | "reason">,
  ): Promise<Row> {
    const { transaction, now, changes } = work;
    const { order, scheduledFor, override } = given;
    const source = given.ruleId === undefined ? "person" : "api";
    const at = now.toISOString();
    const states: CommandStep[] = [{ state: "asked", at, source, reason: null }];
    if (unsent) states.push({ ...unsent, at, source: "api" });
    const [row] = await transaction
      .insert(pivotCommands)
      .values({
        ...given,
        ...{ _id: randomUUID(), clientId, pivotId, createdAt: now, updatedAt: now, issuedAt: now },
        ...{ state: unsent?.state ?? "asked", states },
      })
      .returning();
    if (row === undefined) throw problems.internal();
    changes.push(changeOf(row));
    const sent = scheduledFor || unsent ? row : await send(work, row);
    if (order.command === "stop" && !unsent) await endOthers(work, row);
    await audit(transaction, {
      author,
      date: now,
      clientId,
      entity: "PivotCommand",
      recordId: row._id,
      after: {
        pivotId,
        ...order,
        scheduledFor: scheduledFor?.toISOString(),
        override,
        ruleId: given.ruleId,
        ...unsent,
      },
      ...(override && { reason: override.reason }),
    });
    return sent;
  }

  /** A stop ends every other command of its machine that is not proved. */
  async function endOthers(work: Work, stop: Row): Promise<void> {
    for (const row of await openCommands(work.transaction, [stop.pivotId]))
      if (row._id !== stop._id) await apply(work, row, { kind: "stopped" });
  }

  const permitsOf = async ({ farmId, clientId }: Machine) =>
    (await permitLimits(new Map([[farmId, clientId]]), clock.now())).permits;

  async function requireMachine(pivotId: string): Promise<Machine> {
    const machine = await machineOf(database, pivotId);
    if (machine === undefined) throw problems.notFound("pivot");
    return machine;
  }

  /** Waits for a deletion of the machine that is under way, and makes a later one wait. */
  async function requireStill(transaction: Database, pivotId: string): Promise<void> {
    const isMachine = eq(pivots._id, pivotId);
    const found = await transaction.select({ _id: pivots._id }).from(pivots).where(isMachine).for("key share");
    if (found.length === 0) throw problems.notFound("pivot");
  }

  /** Follows the open commands of a farm: by what its panels report, by time, and by the moments of scheduled starts. */
  async function follow(farmId: string, pivotIds: readonly string[]): Promise<void> {
    const [first] = pivotIds;
    const machine = first === undefined ? undefined : await machineOf(database, first);
    if (machine === undefined) return;
    const permits = await permitsOf(machine);
    await onFarm(farmId, async (work) => {
      for (const row of await openCommands(work.transaction, pivotIds)) {
        const proved = await followProof(work, row);
        const current = await apply(work, proved, { kind: "clock" });
        if (isScheduled(current) && current.scheduledFor !== null && current.scheduledFor <= work.now)
          await startScheduled(work, current, permits);
        else if (isRepeatable(tracked(current), work.now.getTime())) work.orders.push(current);
      }
    });
  }

  async function followProof(work: Work, row: Row): Promise<Row> {
    if (row.sentAt === null) return row;
    const to = new Date(work.now.getTime() + AHEAD_MS);
    let current = await distrust(work, row);
    for (const status of await statusHistory(work.transaction, row.pivotId, { from: row.sentAt, to }))
      current = await apply(work, current, { kind: "telemetry", status });
    return current;
  }

  /** Stores until when reports of a clock too far ahead prove nothing, because later they look like any other. */
  async function distrust({ transaction, now }: Work, row: Row): Promise<Row> {
    const newest = (await latestStatuses(transaction, [row.pivotId])).get(row.pivotId);
    const before = tracked(row);
    const until = distrustedUntil(before, newest ? Date.parse(newest.date) : null, now.getTime());
    if (until === null || until === before.seenUntil) return row;
    const seenUntil = new Date(until);
    await transaction.update(pivotCommands).set({ seenUntil }).where(eq(pivotCommands._id, row._id));
    return { ...row, seenUntil };
  }

  async function startScheduled(work: Work, row: Row, permits: Awaited<ReturnType<typeof permitsOf>>): Promise<void> {
    const machine = await machineOf(work.transaction, row.pivotId);
    if (machine === undefined) return;
    const facts = await factsOf(work.transaction, machine, { now: work.now, permits });
    // Its own plan is no start beside it.
    const hasRight = await mayStillCommand(work.transaction, machine, row.byUserId);
    const held = interlocksOf({ ...facts, isStartScheduled: false, hasRight }, row.order, {
      overridden: row.override?.interlocks ?? [],
    });
    if (held.length > 0) await store(work, row, { state: "refused", source: "api", reason: held.join(" ") });
    else await send(work, row);
  }

  /** Follows all open commands, or those of one machine. */
  async function followAll(pivotId?: string): Promise<void> {
    const open = await openCommands(database, pivotId === undefined ? undefined : [pivotId]);
    const ids = [...new Set(open.map((row) => row.pivotId))];
    const byFarm = new Map<string, string[]>();
    for (const id of ids) {
      const machine = await machineOf(database, id);
      if (machine) byFarm.set(machine.farmId, [...(byFarm.get(machine.farmId) ?? []), id]);
    }
    for (const [farmId, own] of byFarm) await follow(farmId, own);
  }
  events.on("pivotStatus", ({ pivotId }) => followAll(pivotId));
  events.on("alert", ({ clientId }) => stopByRules(clientId));

  /**
   * Stops machines for alert rules that a person switched on. Follows from stored facts, so that a program that was killed
   * between alert and stop makes up for it.
   */
  async function stopByRules(clientId?: string): Promise<void> {
    for (const { alert, rule } of await unansweredAlerts(database, clock.now(), clientId)) {
      const machine = await machineOf(database, alert.pivotId);
      if (machine === undefined) continue;
      const permits = await permitsOf(machine);
      await onFarm(machine.farmId, async (work) => {
        const { transaction, now } = work;
        if (await isAnswered(transaction, alert)) return;
        const order: CommandOrder = { command: "stop" };
        const expiresAt = new Date(now.getTime() + COMMAND_LIFE_MS);
        const author = { byUserId: null, byName: rule.name ?? alertNames[rule.type] };
        const given = { order, expiresAt, ruleId: rule._id, ...author };
        const isLate = alert.resolvedAt !== null || now.getTime() - alert.createdAt.getTime() > RULE_LATE_MS;
        const held = isLate ? [] : interlocksOf(await factsOf(transaction, machine, { now, permits }), order);
        if (isLate) await give(work, machine, given, PROGRAM, { state: "expired", reason: "expired" });
        else if (held.length > 0)
          await give(work, machine, given, PROGRAM, { state: "refused", reason: held.join(" ") });
        else await give(work, machine, given, PROGRAM);
      });
    }
  }

  return {
    async insert(caller, fields, key) {
      requireWhole(fields, key, clock.now());
      const { pivotId, expiresAt, scheduledFor, decidedAt, runStartAt, override } = fields;
      const order = CommandOrder.parse(fields);
      const machine = await requireMachine(pivotId);
      const permits = await permitsOf(machine);
      return onFarm(machine.farmId, (work) => {
        const { transaction, now } = work;
        const { clientId } = machine;
        const { password: _password, pin: _pin, passkey: _passkey, ...body } = fields;
        const once = { clientId, entity: "PivotCommand", key: key ?? "", caller, body, now };
        return writeOnce(transaction, once, async () => {
          await requireStill(transaction, pivotId);
          const isScheduling = scheduledFor !== undefined;
          const facts = await factsOf(transaction, machine, { now, permits });
          const overridden = override?.interlocks ?? [];
          const held: InterlockId[] = now > new Date(expiresAt) ? ["expired"] : [];
          held.push(...interlocksOf(facts, order, { isScheduling, overridden }));
          if (held.length > 0) throw problems.interlocked(held);
          const given = {
            order,
            expiresAt: new Date(expiresAt),
            scheduledFor: momentOf(scheduledFor),
            decidedAt: momentOf(decidedAt),
            runStartAt: momentOf(runStartAt),
            override: override ?? null,
            byUserId: caller.userId,
            byName: caller.name,
          };
          return toCommand(await give(work, machine, given, caller));
        });
      });
    },

    async cancel(caller, id) {
      const pivotId = await this.pivotOf(id);
      if (pivotId === undefined) return false;
      const { farmId, clientId } = await requireMachine(pivotId);
      return onFarm(farmId, async (work) => {
        const [row] = await work.transaction.select().from(pivotCommands).where(eq(pivotCommands._id, id));
        if (row === undefined) return false;
        const after = await apply(work, row, { kind: "cancel" });
        if (after === row) return false;
        await audit(work.transaction, {
          author: caller,
          date: work.now,
          clientId,
          entity: "PivotCommand",
          recordId: id,
          before: { state: row.state },
          after: { state: after.state },
        });
        return true;
      });
    },

    async ofPivot(pivotId) {
      const rows = await database
        .select()
        .from(pivotCommands)
        .where(eq(pivotCommands.pivotId, pivotId))
        .orderBy(desc(pivotCommands.issuedAt))
        .limit(MAX_LISTED);
      return rows.map(toCommand);
    },

    async ofClient({ clientIds = [], farmIds = [] }) {
      const since = new Date(clock.now().getTime() - DAY_MS);
      const rows = await database
        .select({ command: pivotCommands })
        .from(pivotCommands)
        .innerJoin(pivots, eq(pivots._id, pivotCommands.pivotId))
        .where(
          and(
            eq(pivotCommands.clientId, clientIds[0] ?? ""),
            ofFarms(pivots.farmId, farmIds),
            or(gte(pivotCommands.issuedAt, since), eq(pivotCommands.state, "asked")),
          ),
        )
        .orderBy(desc(pivotCommands.issuedAt))
        .limit(MAX_OF_CLIENT);
      return rows.map(({ command }) => toCommand(command));
    },

    async pivotOf(id) {
      const [row] = await database
        .select({ pivotId: pivotCommands.pivotId })
        .from(pivotCommands)
        .where(eq(pivotCommands._id, id));
      return row?.pivotId;
    },

    async receive(topic, payload) {
      const sent = parseJson(payload);
      const serial = parseDeviceTopic(topic)?.serial;
      const answer = "refusal" in sent ? undefined : CommandAnswer.safeParse(sent.value).data;
      if (answer === undefined) {
        log.warn({ topic }, "answer of a panel cannot be read");
        return;
      }
      const pivotId = await this.pivotOf(answer.id);
      const machine = pivotId === undefined ? undefined : await machineOf(database, pivotId);
      if (machine === undefined) {
        log.warn({ topic, id: answer.id }, "answer of a panel to an unknown command");
        return;
      }
      await onFarm(machine.farmId, async (work) => {
        const [row] = await work.transaction.select().from(pivotCommands).where(eq(pivotCommands._id, answer.id));
        // A panel speaks of its own orders only.
        if (row && row.serial === serial) await apply(work, row, { kind: "answer", answer });
        else log.warn({ topic, id: answer.id }, "answer of a panel to another panel's command");
      });
    },

    jobs: [{ name: "commands", intervalMs: FOLLOW_MS, run: () => followAll().then(() => stopByRules()) }],
  };
}

/** @throws HttpProblem 400 for an order whose parts do not fit, without a key, or that lives too long */
function requireWhole(fields: CommandFields, key: string | undefined, now: Date): void {
  const { scheduledFor, expiresAt, command } = fields;
  const refuse = (field: string) => {
    throw problems.validation([{ field, id: "required" }]);
  };
  if (key === undefined) throw problems.badRequest("Idempotency-Key");
  if (!isCompleteOrder(CommandOrder.parse(fields))) refuse("command");
  // The life of a scheduled start begins at its moment.
  if (Date.parse(expiresAt) > now.getTime() + COMMAND_LIFE_MS) refuse("expiresAt");
  if (scheduledFor === undefined) return;
  const ahead = Date.parse(scheduledFor) - now.getTime();
  if (command !== "start" || ahead <= 0 || ahead > SCHEDULE_MS) refuse("scheduledFor");
}

const momentOf = (text: string | undefined): Date | null => (text === undefined ? null : new Date(text));

const tracked = ({ order, state, scheduledFor, expiresAt, sentAt, seenUntil }: Row): TrackedCommand => ({
  ...order,
  state,
  scheduledFor: scheduledFor?.getTime() ?? null,
  expiresAt: expiresAt.getTime(),
  sentAt: sentAt?.getTime() ?? null,
  seenUntil: seenUntil?.getTime() ?? null,
});

function toCommand({ order, serial: _, sequence: _sequence, seenUntil: _seen, ...row }: Row): PivotCommand {
  const { createdAt, updatedAt, issuedAt, expiresAt, scheduledFor, decidedAt, runStartAt, sentAt, ...rest } = row;
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...rest,
    ...order,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    issuedAt: issuedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    scheduledFor: text(scheduledFor),
    decidedAt: text(decidedAt),
    runStartAt: text(runStartAt),
    sentAt: text(sentAt),
  };
}

const changeOf = (after: Row, before?: Row): RecordChanged =>
  recordChanged("PivotCommand", {
    clientId: after.clientId,
    recordId: after._id,
    ...(before && { before: toJson(toCommand(before)) }),
    after: toJson(toCommand(after)),
  });
