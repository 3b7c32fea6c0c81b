import type { PushDevice, PushOutcome } from "@lamina/shared/messages/push";
import { queryOptions, type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { pushCalls } from "../../api/push.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { ownPushId } from "../../platform/notifications/own-push-id.ts";
import { Button } from "../../ui/controls/button.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { formatAge, formatDate } from "../../ui/format.ts";
import { useNow } from "../../ui/now.tsx";
import { useNotifications } from "../notifications/use-notifications.ts";
import { refusalOr } from "../refusals/refusal.ts";
import { useRuntimeConfig } from "../runtime-config/use-runtime-config.ts";
import styles from "./devices.module.css";
import { PushNote } from "./push-note.tsx";
import { text } from "./text.ts";

export const devicesQuery = queryOptions({
  queryKey: [SESSION_KEY, "push-devices"],
  queryFn: ({ signal }) => pushCalls.devices(signal),
  meta: { memoryOnly: true },
});

type PushTest = Pick<UseMutationResult<PushOutcome[]>, "data" | "error" | "isPending">;

/** The user's devices that get messages with the app closed, with the outcome of a test. */
export function PushDevices({ timeZone, test }: { timeZone: string; test: PushTest }) {
  const isOn = useRuntimeConfig()?.push !== undefined;
  const query = useQuery({ ...devicesQuery, enabled: isOn });
  if (!isOn) return <PushNote />;
  return (
    <section className={styles.devices}>
      <h3>{text.title}</h3>
      <p className="fine-print">{text.hint}</p>
      <QueryView query={query} rows={2}>
        {(devices) => <DeviceList devices={devices} timeZone={timeZone} test={test} />}
      </QueryView>
    </section>
  );
}

interface DeviceListProps {
  devices: readonly PushDevice[];
  timeZone: string;
  test: PushTest;
}

function DeviceList({ devices, timeZone, test }: DeviceListProps) {
  const now = useNow();
  const queryClient = useQueryClient();
  const failed = (error: unknown) => toast(refusalOr(error, text.failed));
  const settled = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
  const remove = useMutation({
    mutationFn: (id: string) => pushCalls.remove(id),
    onSuccess: () => toast(text.removed),
    onError: failed,
    onSettled: settled,
  });
  const own = ownPushId();
  const hasOwn = devices.some(({ id }) => id === own);
  return (
    <>
      {devices.length === 0 && <p>{text.empty}</p>}
      {devices.length > 0 && !hasOwn && <p className="fine-print">{text.onlyOpenHere}</p>}
      <ul className="grid">
        {devices.map(({ id, device, since, lastSuccess }) => (
          <li key={id} className={styles.device}>
            <div>
              <p>
                <strong>{device || text.unknown}</strong>
                {id === own && ` (${text.here})`}
              </p>
              <p className="fine-print">
                {text.since(formatDate(since, timeZone))},{" "}
                {lastSuccess === null ? text.never : text.last(formatAge(lastSuccess, now))}
              </p>
              <Outcome test={test} id={id} />
            </div>
            <Button
              variant="quiet"
              aria-label={text.removeOf(device || text.unknown)}
              pending={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
            >
              {text.remove}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Outcome({ test: { data, error, isPending }, id }: { test: PushTest; id: string }) {
  const { items } = useNotifications();
  const found = data?.find((outcome) => outcome.id === id);
  // The notification of the browser proves it for this device alone.
  const isHere = id === ownPushId() && items.some(({ pushId }) => pushId !== undefined && pushId === found?.messageId);
  const words = isPending
    ? text.sending
    : error
      ? refusalOr(error, text.testFailed)
      : isHere
        ? text.arrived
        : found && text.outcomes[found.outcome](found.status);
  return words && <p role="status">{words}</p>;
}
