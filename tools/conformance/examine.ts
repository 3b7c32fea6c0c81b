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
    const made = options.write ? new MadeClient(asker, token) : undefined;
    const asked = await examineCalls(asker, token, options.now(), made);
    const calls = allEndpoints.flatMap((endpoint) => made?.outcomes.get(endpoint) ?? asked.get(endpoint) ?? []);
    const times = calls.flatMap(({ ms }) => (ms === undefined ? [] : [ms])).toSorted((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return {
      url: options.url,
      askedAt: options.now().toISOString(),
      tls,
      latencyMs: { median: at(0.5), p95: at(0.95) },
      session,
      calls,
      writes: made?.checks ?? [],
      topics: options.broker ? await examineTopics(options.broker, token, options.timeoutMs) : [],
    };
  } finally {
    asker.close();
  }
}

async function examineSession(asker: Asker, { userName, password }: ConformanceOptions) {
  const login = (given: string) =>
    asker.ask("POST", endpoints.login.path, { body: { UserName: userName, Password: encodeBase64(given) } });
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
  made: MadeClient | undefined,
): Promise<Map<Endpoint, Outcome>> {
  const ids: Ids = new Map();
  const outcomes = new Map<Endpoint, Outcome>();
  try {
    await made?.add(now);
    // Lists of records come first, because the other calls need ids from them.
    for (const endpoint of allEndpoints.toSorted((a, b) => rank(a) - rank(b))) {
      if (endpoint.path.startsWith("/Authentication/")) continue;
      outcomes.set(endpoint, await examineCall(asker, endpoint, { token, ids, made: made?.ids, now }));
    }
  } finally {
    await made?.remove();
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
  { token, ids, made, now }: { token: string; ids: Ids; made: Ids | undefined; now: Date },
): Promise<Outcome> {
  if (endpoint.otherToken) return notAsked(endpoint, "needs the token of a link or a code");
  if (endpoint.method !== "GET") return notAsked(endpoint, "writes, or needs data of a farm");
  const known = new Map([...(made ?? []), ...ids]);
  const query = sampleQuery(endpoint, known, now, false);
  if (query === undefined) return notAsked(endpoint, NO_RECORD);
  let asked = await asker.ask("GET", endpoint.path + query, { token });
  // An API may read days or moments, so moments are tried after a 400.
  if (asked.status === 400 && query.includes("from=")) {
    asked = await asker.ask("GET", endpoint.path + (sampleQuery(endpoint, known, now, true) ?? query), { token });
  }
  if (asked.status === 200) learn(endpoint, asked.body, ids, made?.get("Client"));
  return outcomeOf(endpoint, asked);
}
