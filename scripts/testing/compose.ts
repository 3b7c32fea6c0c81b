import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Service {
  environment: Readonly<Record<string, string | number | null>>;
}

/**
 * The arguments of Node on the command line of the API's image, and the environments of the services of the compose file
 * with replicas, without an `.env`: each variable has its default.
 */
export function readReplicas(): { args: readonly string[]; services: Readonly<Record<string, Service>> } {
  const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
  const command = read("Dockerfile").match(/^CMD (\["node", "reference.*\])$/m)?.[1] ?? "[]";
  const [, ...args]: string[] = JSON.parse(command);
  const text = read("docker-compose.replicas.yml").replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  const { services }: { services: Record<string, Service> } = parse(text, { merge: true });
  return { args, services };
}

/** The environment of a service in which some variables are replaced, or removed by undefined. */
export function environmentOf(
  { environment }: Service,
  changes: Readonly<Record<string, string | number | undefined>>,
): Record<string, string> {
  const all = Object.entries({ ...environment, ...changes });
  return Object.fromEntries(all.flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value ?? "")]])));
}
