import type { IncomingMessage } from "node:http";
import http from "node:http";
import https from "node:https";
import type { TLSSocket } from "node:tls";
import { DAY_MS } from "@lamina/shared/core/time";
import * as z from "zod";
import { authorities } from "../../server/src/authorities.ts";
import type { Config } from "../../server/src/config.ts";
import { LOOP_STATUS, VIA } from "../../server/src/via.ts";
import { broken, explainLink, type Finding, ok, warning } from "./finding.ts";

/** Users accept a wait of about this length. */
const SLOW_MS = 1_000;
/** Tokens carry their expiry in seconds, so a larger clock difference shortens or lengthens sessions. */
const CLOCK_TOLERANCE_MS = 30_000;
const EXPIRES_SOON_DAYS = 21;
const LONGEST_BODY = 65_536;

/** What the reference API adds to its health call; other APIs may leave it out. */
const Work = z.object({
  work: z.object({ deadJobs: z.number().int(), mailsWaiting: z.number().int(), mailsGivenUp: z.number().int() }),
});

interface HealthReply {
  status: number;
  ms: number;
  date: number | undefined;
  certificateEnds: number | undefined;
  body: string;
}

/** Checks the API's health call: address, certificate, status, latency, clock and failed work. */
export async function examineApi(
  upstream: NonNullable<Config["upstream"]>,
  { caFile, timeoutMs, now }: { caFile: string | undefined; timeoutMs: number; now: () => number },
): Promise<Finding[]> {
  const url = new URL(upstream.url);
  const names = {
    part: "api",
    address: url.host,
    urlVariable: "UPSTREAM_URL",
    caVariable: "UPSTREAM_CA_FILE",
    caFile,
  } as const;
  let answer: HealthReply;
  try {
    answer = await ask(url, upstream.ca, { timeoutMs, now });
  } catch (error) {
    return [explainLink(error, names)];
  }
  const findings: Finding[] = [health(answer, url.host)];
  if (answer.date !== undefined) findings.push(clock(answer.date - now()));
  if (answer.certificateEnds !== undefined) findings.push(examineCertificate(url.host, answer.certificateEnds - now()));
  const counted = Work.safeParse(parsed(answer.body));
  if (counted.success) findings.push(...work(counted.data.work));
  return findings;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function work({ deadJobs, mailsWaiting, mailsGivenUp }: z.infer<typeof Work>["work"]): Finding[] {
  const findings: Finding[] = [];
  if (deadJobs > 0)
    findings.push(warning("work", `Jobs of the API that failed every time: ${deadJobs}.`, "npm run jobs lists them."));
  if (mailsGivenUp > 0) {
    const what = `Mails of the API that were given up: ${mailsGivenUp}.`;
    findings.push(warning("work", what, "npm run jobs lists them, and with -- --again has them sent again."));
  }
  if (findings.length > 0) return findings;
  return [ok("work", `No job or mail of the API was given up; mails that wait: ${mailsWaiting}.`)];
}

function health({ status, ms }: HealthReply, host: string): Finding {
  if (status === LOOP_STATUS) {
    return broken(
      "api",
      `UPSTREAM_URL (${host}) leads to Lâmina itself, not to an API.`,
      "Name your API's own address there.",
    );
  }
  if (status >= 500) {
    return broken("api", `The API at ${host} answers ${status}.`, "Look at its log, its database and its disk.");
  }
  if (status >= 300) {
    return warning(
      "api",
      `Something at ${host} answers ${status} to GET /healthz, so it is unknown whether the API works.`,
      `Check UPSTREAM_URL, and test the calls by npm run conformance; or give your API the health call (docs/your-api.md).`,
    );
  }
  if (ms > SLOW_MS) {
    return warning(
      "api",
      `The API at ${host} takes ${Math.round(ms)} ms.`,
      "Look at its load and at the line between.",
    );
  }
  return ok("api", `The API at ${host} answers (${Math.round(ms)} ms).`);
}

function clock(aheadMs: number): Finding {
  // The `Date` header has a resolution of one second.
  if (Math.abs(aheadMs) < CLOCK_TOLERANCE_MS) return ok("clock", "This clock agrees with the API's.");
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const direction = aheadMs > 0 ? "behind" : "ahead of";
  return broken("clock", `This clock is ${seconds} s ${direction} the API's.`, "Let NTP set both clocks.");
}

/** Whether a certificate that ends in `leftMs` milliseconds needs a new one. @param owner its server or its variable */
export function examineCertificate(owner: string, leftMs: number): Finding {
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs < 0) return broken("certificate", `The certificate of ${owner} has ended.`, "Renew it there.");
  return days < EXPIRES_SOON_DAYS
    ? warning("certificate", `The certificate of ${owner} ends in ${days} days.`, "Renew it there.")
    : ok("certificate", `The certificate of ${owner} is good for ${days} days.`);
}

function ask(
  url: URL,
  ca: string | undefined,
  { timeoutMs, now }: { timeoutMs: number; now: () => number },
): Promise<HealthReply> {
  const began = now();
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage) => {
      const socket = response.socket as Partial<TLSSocket>;
      const ends = socket.getPeerCertificate?.().valid_to;
      const ms = now() - began;
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        body = (body + chunk).slice(0, LONGEST_BODY);
      });
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          ms,
          date: response.headers.date === undefined ? undefined : Date.parse(response.headers.date),
          certificateEnds: ends === undefined ? undefined : Date.parse(ends),
          body,
        }),
      );
    };
    const target = new URL(`${url.pathname.replace(/\/+$/, "")}/healthz?verbose`, url);
    const options = { timeout: timeoutMs, agent: false, headers: { via: VIA } };
    const request =
      url.protocol === "https:"
        ? https.get(target, { ...options, ca: authorities(ca) }, answered)
        : http.get(target, options, answered);
    request.on("timeout", () => request.destroy(new Error("timeout")));
    request.on("error", reject);
  });
}
