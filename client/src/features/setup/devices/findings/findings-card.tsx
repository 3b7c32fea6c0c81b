import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import type { DeviceFinding } from "@lamina/shared/records/devices/finding";
import type { Device, Sensor } from "@lamina/shared/records/telemetry";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../../api/error.ts";
import { call } from "../../../../api/http.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { useRights } from "../../../../core/rights/use-rights.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { QueryView } from "../../../../ui/feedback/query-view.tsx";
import { toast } from "../../../../ui/feedback/toast.tsx";
import { Card } from "../../../../ui/layout/card.tsx";
import { findingWords, remedyName } from "./finding-words.ts";
import { findingsQuery } from "./queries.ts";
import { text } from "./text.ts";

const FORBIDDEN = 403;

interface FindingsProps {
  device: Device;
  sensors: readonly Sensor[];
  timeZone: string;
}

/** What a device's readings say of its set-up, each with its remedy. It shows nothing until there is one. */
export function FindingsCard({ device, sensors, timeZone }: FindingsProps) {
  const client = useSelectedClient();
  const { can } = useRights();
  const queries = useQueryClient();
  const query = useQuery(findingsQuery(client, device._id));
  const { data = [] } = query;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ sensorId, change, minutes }: DeviceFinding): Promise<unknown> =>
      sensorId !== null && change
        ? call(entities.sensor.update, { body: { _id: sensorId, ...change } })
        : call(views.clockCorrect, { body: { _id: device._id, minutes: minutes ?? 0 } }),
    onSuccess: () => toast(text.done),
    onError: (error) => toast(error instanceof ApiError && error.status === FORBIDDEN ? text.forbidden : text.failed),
    onSettled: () => queries.invalidateQueries({ queryKey: [client._id] }),
  });
  if (query.isError && query.data === undefined)
    return (
      <Card title={text.title}>
        <QueryView query={query}>{() => null}</QueryView>
      </Card>
    );
  if (data.length === 0) return null;
  return (
    <Card title={text.title}>
      {data.map((finding) => {
        const sensor = sensors.find(({ _id }) => _id === finding.sensorId);
        const hasRemedy = finding.change !== undefined || finding.id === "clock";
        return (
          <Banner
            key={`${finding.id} ${finding.sensorId} ${finding.at}`}
            tone={hasRemedy ? "warning" : "info"}
            icon="sensor"
            action={
              hasRemedy && can("device", "edit") ? (
                <Button pending={isPending} onClick={() => mutate(finding)}>
                  {remedyName(finding, sensor)}
                </Button>
              ) : undefined
            }
          >
            {findingWords(finding, sensor, timeZone)}
          </Banner>
        );
      })}
    </Card>
  );
}
