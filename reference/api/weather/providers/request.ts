import { ForecastUnavailable } from "./provider.ts";

/** The JSON that a weather service answers. @throws ForecastUnavailable */
export async function request(target: URL, timeoutMs: number): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(target, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: "application/json" } });
  } catch (error) {
    const slow = error instanceof DOMException && error.name === "TimeoutError";
    throw new ForecastUnavailable(slow ? "provider-timeout" : "provider-unreachable", error);
  }
  if (!response.ok) throw new ForecastUnavailable("provider-refused", new Error(`status ${response.status}`));
  return response.json().catch((error: unknown) => {
    throw new ForecastUnavailable("provider-garbage", error);
  });
}
