import { type Endpoint, UpdateReply } from "@lamina/shared/calls/endpoint";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { type EntityName, entities } from "@lamina/shared/calls/entities";
import type { Asked, Asker } from "./ask.ts";
import { NO_RECORD, notAsked, type Outcome, outcomeOf } from "./outcome.ts";
import { type Sample, sampleChanges, sampleRecords } from "./sample-records.ts";
import type { Ids } from "./samples.ts";

/** One step on a client made for the examination. */
export interface WriteCheck {
  what: string;
  isRight: boolean;
  note: string;
}

/**
 * A client made for the examination, with a record of each kind, which are changed and deleted with it. Leaves existing
 * records alone.
 */
export class MadeClient {
  readonly checks: WriteCheck[] = [];
  /** Of the calls that write. */
  readonly outcomes = new Map<Endpoint, Outcome>();
  /** Of the client and of its records, by the name of the record in the path. */
  readonly ids: Ids = new Map();
  readonly #ask: (endpoint: Endpoint, request: { query?: string; body?: object }) => Promise<Asked>;

  constructor(asker: Asker, token: string) {
    this.#ask = async ({ method, path }, { query = "", body }) => asker.ask(method, path + query, { token, body });
  }

  /** Adds the client and changes it, then adds its records and changes each. */
  async add(now: Date): Promise<void> {
    await this.#addClient(`Conformidade ${now.toISOString()}`);
    if (this.ids.has("Client")) await this.#addRecords(now);
  }

  /** Deletes the records, each before those that it refers to, and the client. */
  async remove(): Promise<void> {
    for (const [entity] of sampleRecords.toReversed()) {
      const { remove } = entities[entity];
      const id = this.ids.get(nameOf(entity));
      if (id === undefined) this.outcomes.set(remove, notAsked(remove, NO_RECORD));
      else this.#note(remove, await this.#ask(remove, { query: idQuery(id) }));
    }
    const id = this.ids.get("Client");
    if (id === undefined) return;
    const deleted = await this.#ask(endpoints.clientDelete, { query: idQuery(id) });
    this.#note(endpoints.clientDelete, deleted);
    const isGone = !(await this.#clients()).some(({ _id }) => _id === id);
    const list = isGone ? "lacks" : "still has";
    this.#check("delete a client", deleted.status < 300 && isGone, `answers ${deleted.status}; the list ${list} it`);
  }

  async #addClient(name: string): Promise<void> {
    const added = await this.#ask(endpoints.clientInsert, { body: { name, typeChart: 1 } });
    this.#note(endpoints.clientInsert, added);
    const client = (await this.#clients()).find((one) => one.name === name);
    const list = client ? "has" : "lacks";
    const isAdded = added.status < 300 && client !== undefined;
    this.#check("add a client", isAdded, `answers ${added.status}; the list ${list} it`);
    if (!client) return;
    this.ids.set("Client", client._id);
    this.ids.set("ClientNumber", String(client.id));
    const matched = async (body: object) => {
      const answer = await this.#ask(endpoints.clientUpdate, { body });
      this.#note(endpoints.clientUpdate, answer);
      return matchedBy(answer);
    };
    const none = await matched({ ...client, _id: `${client._id}-none` });
    this.#check("change a client that is not there", none === 0, `matchedCount is ${none} instead of 0`);
    const changed = await matched({ ...client, name: `${name} 2` });
    this.#check("change a client", changed === 1, `matchedCount is ${changed}`);
  }

  async #addRecords(now: Date): Promise<void> {
    const types = endpoints.sensorTypeGetAll.reply.safeParse((await this.#ask(endpoints.sensorTypeGetAll, {})).body);
    const [type] = types.data ?? [];
    if (type) this.ids.set("SensorType", type._id);
    for (const [entity, sample] of sampleRecords) await this.#addRecord(entity, sample, now);
    for (const [call, sample] of sampleChanges) await this.#change(call, this.#sample(sample, now));
  }

  /** The body of a sample, and the records that it needs and the API has not taken. */
  #sample(sample: Sample, now: Date) {
    const missing: string[] = [];
    const body = sample((record) => {
      const id = this.ids.get(record);
      if (id === undefined) missing.push(record);
      return id ?? "";
    }, now);
    return { body, missing };
  }

  async #change(call: Endpoint, { body, missing }: { body: object; missing: string[] }): Promise<void> {
    if (missing.length > 0) {
      this.outcomes.set(call, notAsked(call, needs(missing)));
      return;
    }
    const answer = await this.#ask(call, { body });
    this.#note(call, answer);
    const { _id } = (answer.body ?? {}) as { _id?: unknown };
    const [, record = "", name] = call.path.split("/");
    if (name === "Insert" && typeof _id === "string") this.ids.set(record, _id);
  }

  async #addRecord(entity: EntityName, sample: Sample, now: Date): Promise<void> {
    const { insert, update } = entities[entity];
    const { body: fields, missing } = this.#sample(sample, now);
    if (missing.length > 0) {
      for (const call of [insert, update]) this.outcomes.set(call, notAsked(call, needs(missing)));
      return;
    }
    const body = { ...fields, clientId: this.ids.get("Client") };
    const added = await this.#ask(insert, { body });
    this.#note(insert, added);
    const reply = insert.reply.safeParse(added.body).data as { _id: string } | undefined;
    if (added.status > 299 || reply === undefined) {
      this.outcomes.set(update, notAsked(update, NO_RECORD));
      return;
    }
    this.ids.set(nameOf(entity), reply._id);
    const answer = await this.#ask(update, { body: { ...fields, _id: reply._id } });
    this.#note(update, answer);
    const outcome = this.outcomes.get(update);
    const matched = matchedBy(answer);
    if (outcome && answer.status < 300 && matched !== 1)
      this.outcomes.set(update, { ...outcome, verdict: "wrong", notes: [`matchedCount is ${matched} instead of 1`] });
  }

  #note(endpoint: Endpoint, answer: Asked): void {
    this.outcomes.set(endpoint, outcomeOf(endpoint, answer));
  }

  #check(what: string, isRight: boolean, note: string): void {
    this.checks.push({ what, isRight, note: isRight ? "" : note });
  }

  async #clients() {
    const { body } = await this.#ask(endpoints.clientGetAll, {});
    return endpoints.clientGetAll.reply.safeParse(body).data ?? [];
  }
}

const nameOf = (entity: EntityName) => entities[entity].insert.path.split("/")[1] ?? "";
const needs = (missing: readonly string[]) => `needs a ${missing.join(", a ")}`;
const idQuery = (id: string) => `?ID=${encodeURIComponent(id)}`;
const matchedBy = ({ status, body }: Asked) => UpdateReply.safeParse(body).data?.matchedCount ?? `status ${status}`;
