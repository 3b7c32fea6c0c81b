import { views } from "@lamina/shared/calls/views";
import { keysOf } from "@lamina/shared/core/keys";
import { type Gateway, READ_SETS } from "@lamina/shared/doors/gateway";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/error.ts";
import { call } from "../../../api/http.ts";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { Failure } from "../../../ui/feedback/failure.tsx";
import { QueryView } from "../../../ui/feedback/query-view.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import type { RelatedRecords } from "../records/data/screen-config.ts";
import { firstTimeZone } from "../records/data/time-zone.ts";
import { doorAddress, readAddress } from "./commands.ts";
import styles from "./connect.module.css";
import { CopiedText } from "./copied-text.tsx";
import { keyStateQuery } from "./queries.ts";
import { text } from "./text.ts";
import { Trial } from "./trial.tsx";

const words = text.key;
const readSets = keysOf(READ_SETS);

/** A gateway's key, and a trial of its mapping. */
export function GatewayAside({ record, lists }: { record: Gateway; lists: RelatedRecords }) {
  const { can } = useRights();
  return (
    <>
      {can("device", "edit") && <KeyCard gateway={record} timeZone={firstTimeZone(lists)} />}
      {record.reads.length === 0 && <Trial gateway={record} lists={lists} />}
    </>
  );
}

function KeyCard({ gateway, timeZone }: { gateway: Gateway; timeZone: string }) {
  const client = useSelectedClient();
  const queries = useQueryClient();
  const state = keyStateQuery(client, gateway._id);
  const query = useQuery(state);
  const [key, setKey] = useState<string>();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState(false);

  async function change(make: () => Promise<string | undefined>) {
    setPending(true);
    setFailed(false);
    try {
      setKey(await make());
      await queries.invalidateQueries({ queryKey: state.queryKey });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailed(true);
    } finally {
      setPending(false);
    }
  }
  const make = () => change(async () => (await call(views.gatewayKey, { body: { _id: gateway._id } })).key);
  const revoke = () =>
    change(async () => {
      await call(views.gatewayKeyRevoke, { body: { _id: gateway._id } });
      toast(words.revoked);
      return undefined;
    });
  const moment = (at: string | null | undefined) => (at ? formatDateTime(at, timeZone) : words.never);

  return (
    <Card title={words.title}>
      <div className={styles.stack}>
        <p className={styles.hint}>{words.hint}</p>
        <QueryView query={query} rows={1}>
          {({ createdAt, usedAt }) =>
            createdAt && (
              <p>
                {words.created}: {moment(createdAt)} · {words.used}: {moment(usedAt)}
              </p>
            )
          }
        </QueryView>
        <Failure>{failed && text.failed}</Failure>
        {key !== undefined && (
          <>
            <Banner tone="warning" icon="alert">
              {words.shown}
            </Banner>
            <CopiedText label={words.title} value={key} />
            {gateway.reads.length > 0 ? (
              <ReadAddresses gateway={gateway} bearer={key} />
            ) : (
              <>
                <CopiedText label={words.address} value={doorAddress(key)} />
                <CopiedText label={text.ways.https} value={`Authorization: Bearer ${key}`} />
              </>
            )}
          </>
        )}
        <div className="controls">
          <Button pending={pending} onClick={() => void make()}>
            {words.make}
          </Button>
          {query.data?.createdAt && (
            <Button variant="danger" pending={pending} onClick={() => void revoke()}>
              {words.revoke}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** The addresses that a key reads. */
function ReadAddresses({ gateway, bearer }: { gateway: Gateway; bearer: string }) {
  const sets = readSets.filter((set) => gateway.reads.includes(READ_SETS[set]));
  return (
    <>
      <p className={styles.hint}>{words.readHint}</p>
      {sets.map((set) => (
        <CopiedText key={set} label={words.readAddress(words.readSets[set])} value={readAddress(set)} />
      ))}
      <CopiedText label={words.powerBi} value={`Bearer ${bearer}`} />
    </>
  );
}
