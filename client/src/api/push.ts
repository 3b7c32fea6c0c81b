import { REQUEST_TIMEOUT_MS } from "@lamina/shared/core/limits";
import { Problem } from "@lamina/shared/core/problem";
import type { PushAddress, PushDevice, PushOutcome } from "@lamina/shared/messages/push";
import { bffOrigin } from "./address.ts";
import { credentials } from "./credentials.ts";
import { deadline } from "./deadline.ts";
import { ApiError, LocalErrorId } from "./error.ts";

/** Calls of the BFF itself for devices that get messages with the app closed. Each throws ApiError. */
export const pushCalls = {
  async register(address: PushAddress): Promise<string> {
    const { id } = (await ask("POST", "/subscriptions", { body: address })) as { id: string };
    return id;
  },
  devices: async (signal?: AbortSignal) => (await ask("GET", "/subscriptions", { signal })) as PushDevice[],
  async test(): Promise<PushOutcome[]> {
    return (await ask("POST", "/test")) as PushOutcome[];
  },
  /** `token`: of a session that has just ended. The request survives the page. */
  async remove(id: string, token?: string): Promise<void> {
    await ask("DELETE", `/subscriptions/${encodeURIComponent(id)}`, { token });
  },
};

async function ask(
  method: string,
  path: string,
  { body, token, signal }: { body?: unknown; token?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<unknown> {
  const limit = deadline(REQUEST_TIMEOUT_MS, signal);
  try {
    const response = await fetch(new URL(`/push${path}`, bffOrigin()), {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token ?? credentials.token()}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      keepalive: method === "DELETE",
      signal: limit.signal,
    });
    const text = await response.text();
    const json: unknown = text === "" ? undefined : JSON.parse(text);
    if (response.ok) return json;
    throw new ApiError(Problem.safeParse(json).data?.id ?? `http-${response.status}`, { status: response.status });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (limit.expired()) throw new ApiError(LocalErrorId.timeout, { cause: error });
    if (signal?.aborted) throw signal.reason;
    throw new ApiError(LocalErrorId.network, { cause: error });
  } finally {
    limit.release();
  }
}
