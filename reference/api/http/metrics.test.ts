import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { METRICS_PORT: "0" } });
});
afterAll(() => api?.close());

const scrape = async () => (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text();

it("counts requests by route, rejected tokens and the version, on its own port", async () => {
  await api.send("/Client/GetAll?ID=secret-id");
  await api.send("/nowhere/secret-path");
  const text = await scrape();
  expect(text).toContain('api_http_request_duration_seconds_count{method="GET",route="/Client/GetAll",status="401"} 1');
  expect(text).toContain('route="unmatched",status="404"} 1');
  expect(text).toContain("api_rejected_tokens_total 1");
  expect(text).toMatch(/api_build_info\{version="\d+\.\d+\.\d+"\} 1/);
  expect(text).toMatch(/^api_http_requests_in_flight 0$/m);
  expect(text).toMatch(/^api_http_response_bytes_total [1-9]/m);
  expect(text).toContain('api_jobs{state="dead"} 0');
  expect(text).toContain('api_job_failures_total{job="retention"} 0');
  expect(text).toContain('api_mails{state="given up"} 0');
  expect(text).not.toContain("secret");
  expect((await api.send("/metrics")).status).toBe(404);
});

it("uses a plain request id of the caller, in the header and in the problem, and rejects any other", async () => {
  const asked = (id: string) => api.send("/Client/GetAll", { headers: { "x-request-id": id } });
  const { headers, body } = await asked("bff-42");
  expect(headers["x-request-id"]).toBe("bff-42");
  expect(body).toMatchObject({ requestId: "bff-42" });
  expect((await asked('"}{"a')).headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});
