import { views } from "@lamina/shared/calls/views";
import { type Webhook, WebhookFields, WebhookVersion } from "@lamina/shared/views/webhook";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { lastOutcomes, testText, webhookQuery } from "../../../core/webhook/webhook.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Checks } from "../../../ui/controls/checks.tsx";
import { TextField } from "../../../ui/controls/text-field.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { Form, useSubmit } from "../../../ui/form/form.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useNow } from "../../../ui/now.tsx";
import { ConflictDialog } from "../records/conflict-dialog.tsx";
import { failureText } from "../records/data/failure-text.ts";
import { SecretDialog } from "./secret-dialog.tsx";
import { text } from "./text.ts";

const ON = "on";
const CONFLICT = 409;
const FIELDS = [
  { path: "url", label: text.url, spec: undefined },
  { path: "enabled", label: text.enabled, spec: undefined },
] as const;

const versionOf = ({ url, enabled }: WebhookVersion): WebhookVersion => ({ url, enabled });

/** The address that the client's alerts are posted to, its secret, its last outcomes and a test. */
export function WebhookCard() {
  const { _id: clientId } = useSelectedClient();
  const { can } = useRights();
  const query = useQuery(webhookQuery(clientId));
  return (
    <Card title={text.title}>
      <div className="stack">
        <p className="hint">{text.hint}</p>
        <QueryView query={query} rows={4}>
          {(webhook) => (
            <>
              {can("config", "edit") ? (
                <WebhookForm key={clientId} clientId={clientId} webhook={webhook} />
              ) : (
                <Banner>{text.readOnly}</Banner>
              )}
              <Outcomes webhook={webhook} />
              {webhook.url !== null && can("config", "edit") && <Tools clientId={clientId} />}
            </>
          )}
        </QueryView>
      </div>
    </Card>
  );
}

function useReload(clientId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: webhookQuery(clientId).queryKey });
}

function WebhookForm({ clientId, webhook }: { clientId: string; webhook: Webhook }) {
  const reload = useReload(clientId);
  const [url, setUrl] = useState(webhook.url ?? "");
  const [enabled, setEnabled] = useState(webhook.url === null || webhook.enabled);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  /** The version that the person saw, and that another person has saved since. */
  const [seen, setSeen] = useState(versionOf(webhook));
  const [conflict, setConflict] = useState<{ mine: WebhookVersion; current: WebhookVersion }>();
  const show = (next: WebhookVersion) => {
    setUrl(next.url ?? "");
    setEnabled(next.url === null || next.enabled);
    setSeen(next);
    setConflict(undefined);
  };
  const save = async (wanted: WebhookVersion, basis = seen) => {
    const mine = { ...wanted, url: wanted.url?.trim() ?? null };
    const body = WebhookFields.safeParse({ clientId, ...mine, seen: basis });
    setError(body.success ? undefined : text.urlInvalid);
    setFailure(undefined);
    if (!body.success) return;
    try {
      await call(views.webhookSet, { body: body.data });
      toast(mine.url === null ? text.removed : text.saved);
      show(mine.url === null ? { url: null, enabled: false } : mine);
      await reload();
    } catch (error) {
      const current =
        error instanceof ApiError && error.status === CONFLICT
          ? WebhookVersion.safeParse(error.current).data
          : undefined;
      if (current) setConflict({ mine, current });
      else setFailure(failureText(error));
    }
  };
  const { pending, submit } = useSubmit(() => save({ url, enabled }));
  return (
    <>
      <Form failure={failure} onSubmit={submit}>
        <TextField label={text.url} type="url" autoComplete="off" error={error} value={url} onValue={setUrl} />
        <Checks
          legend={null}
          options={[{ value: ON, label: text.enabled }]}
          chosen={enabled ? [ON] : []}
          onChoose={(_, on) => setEnabled(on)}
        />
        <div className="row gap-2">
          <Button type="submit" variant="primary" pending={pending}>
            {text.save}
          </Button>
          {webhook.url !== null && (
            <Button variant="quiet" onClick={() => void save({ url: null, enabled })}>
              {text.remove}
            </Button>
          )}
        </div>
      </Form>
      {conflict && (
        <ConflictDialog
          fields={FIELDS}
          before={seen}
          {...conflict}
          timeZone="UTC"
          pending={pending}
          onKeepCurrent={() => {
            show(conflict.current);
            void reload();
          }}
          onSave={(fields) => void save(versionOf(WebhookVersion.parse(fields)), conflict.current)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </>
  );
}

function Outcomes({ webhook }: { webhook: Webhook }) {
  const now = useNow();
  if (webhook.url === null) return <p>{text.none}</p>;
  return (
    <ul className="fine-print">
      {lastOutcomes(webhook, now).map((outcome) => (
        <li key={outcome}>{outcome}</li>
      ))}
      {webhook.waiting > 0 && <li>{text.waiting(webhook.waiting)}</li>}
    </ul>
  );
}

function Tools({ clientId }: { clientId: string }) {
  const reload = useReload(clientId);
  const failed = (error: unknown) => toast(failureText(error));
  const body = { ID: clientId };
  const test = useMutation({
    mutationFn: () => call(views.webhookTest, { body }),
    onError: failed,
    onSettled: reload,
  });
  const rotate = useMutation({
    mutationFn: () => call(views.webhookRotate, { body }),
    onError: failed,
    onSettled: reload,
  });
  const { data } = test;
  return (
    <>
      <div className="row gap-2">
        <Button icon="bell" pending={test.isPending} onClick={() => test.mutate()}>
          {text.test}
        </Button>
        <Button pending={rotate.isPending} onClick={() => rotate.mutate()}>
          {text.rotate}
        </Button>
      </div>
      {data && <p role="status">{testText(data)}</p>}
      <p className="hint">{text.rotateHint}</p>
      <SecretDialog secret={rotate.data?.secret ?? null} onClose={rotate.reset} />
    </>
  );
}
