// `npm run bench:realtime`: messages of the broker to many sockets, by the BFF, by two bridges of some lines and by
// Mosquitto's own WebSocket listener. Needs Mosquitto. `-- --quick` for a first look, `-- --before file` for the main.ts
// of another version of the BFF, `-- --sockets 500,5000` for other audiences, `-- --growth 100,1000,10000` for other
// sizes of the line of growth.

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { cpuNs, startLoad } from "./bff/programs.ts";
import { machine, median, spread } from "./figures.ts";
import type { Opening, Received } from "./realtime/audience.ts";
import { memoryOf, prepareSubjects, type Subject, tokenOf } from "./realtime/subjects.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    before: { type: "string" },
    sockets: { type: "string", default: "500,5000" },
    held: { type: "string", default: "10000" },
    growth: { type: "string", default: "100,1000,10000" },
  },
});
const ROUNDS = options.quick ? 2 : 5;
const SECONDS = options.quick ? 3 : 5;
const BURST = 4;
/** Messages of one round of the line of growth, and the time between two publications. */
const GROWTH_MESSAGES = 10_000;
const GROWTH_PAUSE_MS = 5;
/** Below the BFF's limit of sockets of one user. */
const SOCKETS_PER_USER = 25;
/** Ticks that the publications of one second are spread over. */
const TICKS = 20;

const folder = mkdtempSync(join(tmpdir(), "lamina-bench-realtime-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const startSubjects = await prepareSubjects(folder, options.before);

interface Figures {
  cpuUs: number;
  p99: number;
  rate: number;
}

console.log(machine());
for (const count of numbers(options.sockets)) await compare(count);
for (const count of numbers(options.held)) await compare(count, ["BFF"]);
await measureGrowth(numbers(options.growth));
// Ends the other programs.
process.exit();

/** The positive numbers of an option. */
function numbers(list: string): number[] {
  return list
    .split(",")
    .map(Number)
    .filter((number) => number > 0);
}

/** The same number of messages a second to more and more sockets. Rounds alternate between the sizes. */
async function measureGrowth(counts: number[]): Promise<void> {
  if (counts.length === 0) return;
  console.log("\na message by the number of sockets, at the same rate");
  const audiences = new Map<number, { subject: Subject; child: ChildProcess; found: number[] }>();
  for (const count of counts) {
    const [subject] = (await startSubjects(["BFF"])) as [Subject];
    audiences.set(count, { subject, child: await openAudience(subject, count), found: [] });
  }
  for (let round = -1; round < ROUNDS; round++) {
    for (const [count, { subject, child, found }] of audiences) {
      const { cpuUs } = await measured(subject, child, GROWTH_MESSAGES, async () => {
        for (let sent = 0; sent * SOCKETS_PER_USER < GROWTH_MESSAGES; sent++) {
          publish(subject, sent % (count / SOCKETS_PER_USER));
          await delay(GROWTH_PAUSE_MS);
        }
      });
      if (round >= 0) found.push(cpuUs);
    }
  }
  for (const [count, { found }] of audiences) {
    console.log(`${count} sockets: ${median(found).toFixed(1)} µs CPU a message (${spread(found)})`);
  }
}

async function compare(count: number, only?: string[]): Promise<void> {
  console.log(`\n${count} sockets`);
  const subjects = await startSubjects(only);
  const audiences = new Map<Subject, ChildProcess>();
  for (const subject of subjects) {
    const before = await memoryOf(subject);
    audiences.set(subject, await openAudience(subject, count));
    const after = await memoryOf(subject);
    const kb = (key: "heapUsed" | "rss") => ((after[key] - before[key]) / 1024 / count).toFixed(1);
    console.log(`${subject.name.padEnd(20)} ${kb("heapUsed")} KB of heap and ${kb("rss")} KB resident a socket`);
  }
  for (const [title, work] of [
    [`one message a second to each`, steady],
    [`a burst of ${BURST} messages to each`, burst],
  ] as const) {
    const rounds = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]));
    for (let round = -1; round < ROUNDS; round++) {
      for (let turn = 0; turn < subjects.length; turn++) {
        const subject = subjects[(Math.max(0, round) + turn) % subjects.length] as Subject;
        const found = await work(subject, audiences.get(subject) as ChildProcess, count);
        // The first round warms up.
        if (round >= 0) rounds.get(subject)?.push(found);
      }
    }
    report(title, rounds);
  }
  for (const child of audiences.values()) child.kill();
  for (const subject of subjects) subject[Symbol.dispose]();
}

/** Publishes for each user once a second, spread over the second. */
async function steady(subject: Subject, audience: ChildProcess, count: number): Promise<Figures> {
  const users = count / SOCKETS_PER_USER;
  return measured(subject, audience, count * SECONDS, async () => {
    for (let tick = 0; tick < TICKS * SECONDS; tick++) {
      const place = tick % TICKS;
      for (let user = place; user < users; user += TICKS) publish(subject, user);
      await delay(1_000 / TICKS);
    }
  });
}

async function burst(subject: Subject, audience: ChildProcess, count: number): Promise<Figures> {
  return measured(subject, audience, count * BURST, async () => {
    for (let turn = 0; turn < BURST; turn++) {
      for (let user = 0; user < count / SOCKETS_PER_USER; user++) publish(subject, user);
    }
  });
}

async function measured(
  subject: Subject,
  audience: ChildProcess,
  deliveries: number,
  work: () => Promise<void>,
): Promise<Figures> {
  const before = cpuNs(subject.pid);
  const began = performance.now();
  const answer = once(audience, "message");
  audience.send(deliveries);
  await work();
  const [{ p99 }] = (await answer) as [Received];
  const rate = (deliveries / (performance.now() - began)) * 1_000;
  return { cpuUs: (cpuNs(subject.pid) - before) / 1_000 / deliveries, p99, rate };
}

function publish({ name, publisher }: Subject, user: number): void {
  const message = { kind: "alert", at: Date.now(), sector: "Pivô 7", text: "Umidade abaixo do limite", value: 21.4 };
  const payload = JSON.stringify({ message, date: new Date().toISOString() });
  publisher.publish(`${userOf(name, user)}/ALL/Frontend/notifications`, payload, { qos: 1 });
}

async function openAudience(subject: Subject, count: number): Promise<ChildProcess> {
  const child = startLoad("../realtime/audience.ts");
  const users = Array.from({ length: count / SOCKETS_PER_USER }, (_, index) => {
    const name = userOf(subject.name, index);
    return { name, token: tokenOf(name) };
  });
  const url = `ws://127.0.0.1:${subject.port}${subject.path}`;
  child.send({ protocol: subject.protocol, url, users, socketsPerUser: SOCKETS_PER_USER } satisfies Opening);
  await once(child, "message");
  return child;
}

function userOf(name: string, index: number): string {
  return `${name}-${index}`;
}

function report(title: string, rounds: Map<Subject, Figures[]>): void {
  console.log(title);
  const lean = [...rounds].find(([{ name }]) => name === "lean")?.[1] ?? [];
  for (const [{ name }, list] of rounds) {
    const of = (key: keyof Figures) => median(list.map((figures) => figures[key]));
    const ratio = median(list.map(({ cpuUs }, round) => cpuUs / (lean[round]?.cpuUs ?? cpuUs)));
    const range = spread(list.map(({ cpuUs }) => cpuUs));
    console.log(
      `  ${name.padEnd(12)} ${of("cpuUs").toFixed(1)} µs CPU a message (${range}) × ${ratio.toFixed(2)}, ${Math.round(of("rate"))}/s, p99 ${of("p99")} ms`,
    );
  }
}
