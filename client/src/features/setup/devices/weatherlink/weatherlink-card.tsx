import { views } from "@lamina/shared/calls/views";
import type { WeatherLinkReply, WeatherLinkState } from "@lamina/shared/records/devices/weather-link";
import type { Device } from "@lamina/shared/records/telemetry";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../../../api/http.ts";
import { useSelectedClient } from "../../../../core/clients/use-clients.ts";
import { logFailure } from "../../../../core/log-failure.ts";
import { Button } from "../../../../ui/controls/button.tsx";
import { Field } from "../../../../ui/controls/field.tsx";
import { TextInput } from "../../../../ui/controls/input.tsx";
import { Banner } from "../../../../ui/feedback/banner.tsx";
import { Failure } from "../../../../ui/feedback/failure.tsx";
import { QueryView } from "../../../../ui/feedback/query-view.tsx";
import { toast } from "../../../../ui/feedback/toast.tsx";
import { formatDateTime } from "../../../../ui/format.ts";
import { Card } from "../../../../ui/layout/card.tsx";
import styles from "../device-aside.module.css";
import { text } from "./text.ts";

/** Reads a station from Davis WeatherLink with its owner's key, and shows the last success and fault. */
export function WeatherLinkCard({ device, timeZone }: { device: Device; timeZone: string }) {
  const client = useSelectedClient();
  const queries = useQueryClient();
  const { _id } = device;
  const [account, setAccount] = useState({ apiKey: "", apiSecret: "" });
  const [reply, setReply] = useState<WeatherLinkReply>();
  const link = queryOptions({
    queryKey: [client._id, "weatherlink", _id],
    queryFn: ({ signal }) => logFailure(text.queryFailed, call(views.weatherLink, { query: { ID: _id }, signal })),
    meta: { entities: ["Device"] },
  });
  const query = useQuery(link);
  const refresh = () => queries.invalidateQueries({ queryKey: link.queryKey });
  const set = useMutation({
    mutationFn: (stationId: string | undefined) =>
      call(views.weatherLinkSet, { body: { _id, ...account, ...(stationId && { stationId }) } }),
    onSuccess: (answer) => {
      setReply(answer);
      if (answer.matchedCount === 0) return;
      setAccount({ apiKey: "", apiSecret: "" });
      toast(text.connected);
    },
    // Not awaited: the choice of a station does not wait for the state.
    onSettled: () => void refresh(),
  });
  const end = useMutation({
    mutationFn: () => call(views.weatherLinkEnd, { body: { _id } }),
    onSuccess: () => toast(text.ended),
    onSettled: refresh,
  });
  const moment = (at: string | null) => (at === null ? text.never : formatDateTime(at, timeZone));
  const stations = reply?.matchedCount === 0 ? reply.stations : [];
  const send = (event: FormEvent) => {
    event.preventDefault();
    set.mutate(undefined);
  };

  const linked = (state: WeatherLinkState) => (
    <>
      <p>{text.state(state.stationId, moment(state.succeededAt))}</p>
      {state.fault && (
        <Banner tone="warning" icon="alert">
          {text.failed(moment(state.failedAt), text.faults[state.fault])}
        </Banner>
      )}
      <Failure>{end.isError && text.error}</Failure>
      <Button variant="danger" pending={end.isPending} onClick={() => end.mutate()}>
        {text.end}
      </Button>
    </>
  );
  const accountForm = (
    <form className={styles.form} noValidate onSubmit={send}>
      <p className={styles.hint}>{text.hint}</p>
      <Failure>
        {set.isError && text.error}
        {reply?.fault && text.faults[reply.fault]}
      </Failure>
      <Field label={text.apiKey}>
        {(control) => (
          <TextInput
            {...control}
            value={account.apiKey}
            onChange={({ target }) => setAccount({ ...account, apiKey: target.value })}
          />
        )}
      </Field>
      <Field label={text.apiSecret}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="off"
            value={account.apiSecret}
            onChange={({ target }) => setAccount({ ...account, apiSecret: target.value })}
          />
        )}
      </Field>
      <Button type="submit" pending={set.isPending}>
        {text.connect}
      </Button>
    </form>
  );

  return (
    <Card title={text.title}>
      {/* Without its state a stored key would be replaced unseen. */}
      <QueryView query={query} rows={3}>
        {(state) => (state ? linked(state) : accountForm)}
      </QueryView>
      {stations.length > 1 && (
        <>
          <p>{text.station}</p>
          <div className="row">
            {stations.map(({ id, name }) => (
              <Button key={id} pending={set.isPending} onClick={() => set.mutate(id)}>
                {name}
              </Button>
            ))}
          </div>
        </>
      )}
      {reply?.matchedCount === 0 && reply.fault === null && stations.length === 0 && <p>{text.none}</p>}
    </Card>
  );
}
