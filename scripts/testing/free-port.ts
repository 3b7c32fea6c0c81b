import getPort, { portNumbers } from "get-port";

/** Below the ports that systems give to clients, and to servers that ask for any: on Linux those from 32,768 on. */
const [FIRST, LAST] = [10_000, 32_000];

/**
 * A free port for a program of a test, which nothing takes before the program listens: a port that the system names as
 * free can be given to another test a moment later.
 */
export function freePort(): Promise<number> {
  const from = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  return getPort({ port: portNumbers(from, LAST) });
}
