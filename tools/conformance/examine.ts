import { TokenReply } from "@lamina/shared/access/login";
import { allEndpoints } from "@lamina/shared/calls/all-endpoints";
import type { Endpoint } from "@lamina/shared/calls/endpoint";
import { endpoints } from "@lamina/shared/calls/endpoints";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { Asker } from "./ask.ts";
import { type BrokerAddress, examineTopics, type TopicCheck } from "./broker.ts";
import { NO_RECORD, notAsked, type Outcome, outcomeOf } from "./outcome.ts";
import { type Ids, learn, sampleQuery } from "./samples.ts";
import { MadeClient, type WriteCheck } from "./writes.ts";

interface ConformanceOptions {
  url: string;
  ca: string | undefined;
  userName: string;
  password: string;
  broker: BrokerAddress | undefined;
  /** Whether to add, change and delete a client made for the examination, with a record of each kind. */
  write: boolean;
  now: () => Date;
  timeoutMs: number;
}

export interface Conformance {
  url: string;
  askedAt: string;
  tls: { protocol: string; validTo: string } | undefined;
  latencyMs: { median: number; p95: number };
  session: Outcome[];
  calls: Outcome[];
  writes: WriteCheck[];
  topics: TopicCheck[];
}

/** Ends the examination, because no call can be made without a token. */
export class LoginFailed extends Error {
  override name = "LoginFailed";
}

/**
 * Makes every reading call of the contract, those of a session, and with `write` those of each kind of record.
 * @throws LoginFailed, or the connection's error
 */
export async function examineApi(options: ConformanceOptions): Promise<Conformance> {
  const asker = new Asker(options.url, options);
  try {
    const { outcomes: session, token, tls } = await examineSession(asker, options);
    const client = options.write ? new MadeClient(asker, token) : undefined;
    const outcomes = await examineCalls(asker, token, options.now(), client);
    const calls = allEndpoints.flatMap((endpoint) => client?.outcomes.get(endpoint) ?? outcomes.get(endpoint) ?? []);
    const times = calls.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).toSorted((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return {
      url: options.url,
      askedAt: options.now().toISOString(),
      tls,
      latencyMs: { median: at(0.5), p95: at(0.95) },
      session,
      calls,
      writes: client?.checks ?? [],
      topics: options.broker ? await examineTopics(options.broker, token, options.timeoutMs) : [],
    };
  } finally {
    asker.close();
  }
}

async function examineSession(asker: Asker, { userName, password }: ConformanceOptions) {
  const login = (secret: string) =>
    asker.ask("POST", endpoints.login.path, { body: { UserName: userName, Password: encodeBase64(secret) } });
  const answer = await login(password);
  const { token } = TokenReply.safeParse(answer.body).data ?? { token: "" };
  if (token === "")
    throw new LoginFailed(`The login answers ${answer.status} without a token: check user and password.`);
  const outcomes: Outcome[] = [outcomeOf(endpoints.login, answer)];
  const renewal = await asker.ask("POST", endpoints.renewToken.path, { token });
  outcomes.push(outcomeOf(endpoints.renewToken, renewal));

  const note = (call: string, isRight: boolean, notes: string[], ms: number): Outcome => ({
    call,
    verdict: isRight ? "as-specified" : "wrong",
    screens: [],
    notes: isRight ? [] : notes,
    ms: Math.round(ms),
  });
  const wrong = await login(`${password}-wrong`);
  const refused = [400, 401, 403, 429].includes(wrong.status) || TokenReply.safeParse(wrong.body).data?.token === "";
  outcomes.push(
    note(
      "POST /Authentication/Login with a wrong password",
      refused,
      [`answers ${wrong.status} with a token`],
      wrong.ms,
    ),
  );
  const bare = await asker.ask("GET", endpoints.clientGetAll.path);
  outcomes.push(
    note("GET /Client/GetAll without a token", bare.status === 401, [`answers ${bare.status} instead of 401`], bare.ms),
  );
  return { outcomes, token, tls: answer.tls };
}

/** Asks for the records of the made client where the API has no others. */
async function examineCalls(
  asker: Asker,
  token: string,
  now: Date,
  client: MadeClient | undefined,
): Promise<Map<Endpoint, Outcome>> {
  const ids: Ids = new Map();
  const outcomes = new Map<Endpoint, Outcome>();
  try {
    await client?.add(now);
    // Lists of records come first, because the other calls need ids from them.
    for (const endpoint of allEndpoints.toSorted((a, b) => rank(a) - rank(b))) {
      if (endpoint.path.startsWith("/Authentication/")) continue;
      outcomes.set(endpoint, await examineCall(asker, endpoint, { token, ids, writtenIds: client?.ids, now }));
    }
  } finally {
    await client?.remove();
  }
  return outcomes;
}

function rank({ path }: Endpoint): number {
  if (path === endpoints.clientGetAll.path) return 0;
  return /\/(GetAll|GetByClientID)$/.test(path) ? 1 : 2;
}

async function examineCall(
  asker: Asker,
  endpoint: Endpoint,
  { token, ids, writtenIds, now }: { token: string; ids: Ids; writtenIds: Ids | undefined; now: Date },
): Promise<Outcome> {
  if (endpoint.otherToken) return notAsked(endpoint, "needs the token of a link or a code");
  if (endpoint.method !== "GET") return notAsked(endpoint, "writes, or needs data of a farm");
  const knownIds = new Map([...(writtenIds ?? []), ...ids]);
  const query = sampleQuery(endpoint, knownIds, now, false);
  if (query === undefined) return notAsked(endpoint, NO_RECORD);
  let answer = await asker.ask("GET", endpoint.path + query, { token });
  // An API may read days or moments, so moments are tried after a 400.
  if (answer.status === 400 && query.includes("from=")) {
    answer = await asker.ask("GET", endpoint.path + (sampleQuery(endpoint, knownIds, now, true) ?? query), { token });
  }
  if (answer.status === 200) learn(endpoint, answer.body, ids, writtenIds?.get("Client"));
  return outcomeOf(endpoint, answer);
}
