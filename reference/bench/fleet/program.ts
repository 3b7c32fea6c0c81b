import { SupervisionMessage } from "@lamina/shared/messages/supervision";
import getPort from "get-port";
import type { ApiAddress } from "../../../e2e/product/api.ts";
import { runEntry } from "../../../e2e/product/program.ts";

const START_TIMEOUT_MS = 300_000;

/** A reference API whose use of the machine can be read. */
export interface MeasuredApi extends ApiAddress {
  /** Processor time since its start, s. A PostgreSQL server's own is not part of it. */
  cpuSeconds(): Promise<number>;
  /** Resident memory, MB. */
  memoryMb(): Promise<number>;
  /** The longest time without turning to other work since the last reading of any figure, s. */
  worstStall(): Promise<number>;
  /** Views that it has computed since its start. */
  viewsComputed(): Promise<number | undefined>;
  /** Of the process; undefined when it could not be started. */
  pid: number | undefined;
  stop(): Promise<void>;
}

/** Starts the reference API without the demo, on a folder that a later start finds again. */
export async function startMeasured(
  folder: string,
  adminPassword: string,
  more: Record<string, string> = {},
): Promise<MeasuredApi> {
  const metricsPort = await getPort();
  const { DATABASE_URL } = process.env;
  const program = runEntry(
    "reference API",
    "reference/main.ts",
    {
      PORT: "0",
      MQTT_PORT: "0",
      DATA_DIR: folder,
      DEMO: "0",
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: "warn",
      METRICS_PORT: String(metricsPort),
      ...(DATABASE_URL && { DATABASE_URL }),
      ...more,
    },
    true,
  );
  let address: ApiAddress | undefined;
  program.child.on("message", (message) => {
    const said = SupervisionMessage.parse(message);
    if (said.type === "ready") address = said;
  });
  const ready = await program.waitFor("address", () => address, START_TIMEOUT_MS);

  /** The sum of a metric over its labels; undefined without any. */
  async function metric(name: string): Promise<number | undefined> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))].map(([, value]) =>
      Number(value),
    );
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value);
  }
  return {
    ...ready,
    cpuSeconds: async () => (await metric("process_cpu_seconds_total")) ?? Number.NaN,
    memoryMb: async () => ((await metric("process_resident_memory_bytes")) ?? Number.NaN) / 1e6,
    worstStall: async () => (await metric("nodejs_eventloop_lag_max_seconds")) ?? Number.NaN,
    viewsComputed: () => metric("api_views_computed_total"),
    pid: program.child.pid,
    stop: async () => void (await program.stop()),
  };
}
