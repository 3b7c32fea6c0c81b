import { views } from "@lamina/shared/calls/views";
import type { MailSubscription } from "@lamina/shared/views/mail";
import { QueryClientProvider, queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ApiError } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { createQueryClient, SESSION_KEY } from "../../api/query-client.ts";
import { now } from "../../platform/clock.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Failure } from "../../ui/feedback/failure.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { useSubmit } from "../../ui/form/form.tsx";
import { Mark } from "../../ui/icons/mark.tsx";
import { PRODUCT } from "../../ui/layout/page.tsx";
import { NowProvider } from "../../ui/now.tsx";
import styles from "./page.module.css";
import { text } from "./text.ts";

const REFUSED = 401;

/** The mails that the link ends; null for an invalid link. The key does not contain the token, which is in the address. */
const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: [SESSION_KEY, "mail-subscription"],
    queryFn: ({ signal }): Promise<MailSubscription | null> =>
      token === ""
        ? Promise.resolve(null)
        : call(views.mailSubscription, { token, signal }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === REFUSED) return null;
            throw error;
          }),
    meta: { memoryOnly: true },
  });

/** `/unsubscribe`: ends the mails that the link names, after a question. It has its own data, because there is no session. */
export function Component() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NowProvider clock={now}>
        <Unsubscribe />
      </NowProvider>
    </QueryClientProvider>
  );
}

function Unsubscribe() {
  const [params] = useSearchParams();
  const token = params.get("token") ?? "";
  const query = useQuery(subscriptionQuery(token));
  useEffect(() => {
    document.title = `${text.title} · ${PRODUCT}`;
  }, []);
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Mark size={28} />
        {PRODUCT}
      </header>
      <main className={styles.main}>
        <h1>{text.title}</h1>
        <QueryView query={query} rows={3}>
          {(subscription) =>
            subscription === null ? (
              <div>
                <strong>{text.invalid}</strong>
                <p>{text.invalidHint}</p>
              </div>
            ) : (
              <Ending subscription={subscription} token={token} />
            )
          }
        </QueryView>
        <Link to="/">{text.home}</Link>
      </main>
    </div>
  );
}

function Ending({ subscription, token }: { subscription: MailSubscription; token: string }) {
  const [hasEnded, setEnded] = useState(!subscription.active);
  const [failure, setFailure] = useState<string | null>(null);
  const { pending, submit } = useSubmit(async () => {
    setFailure(null);
    await call(views.mailSubscriptionEnd, { token }).then(
      () => setEnded(true),
      () => setFailure(text.failed),
    );
  });
  return (
    <div className="grid gap-4 at-start">
      <p>{text.what[subscription.kind](subscription.clientName ?? text.unknownClient)}</p>
      <Failure>{failure}</Failure>
      <div role="status">
        {hasEnded && (
          <>
            <strong>{text.ended}</strong>
            <p>{text.again}</p>
          </>
        )}
      </div>
      {!hasEnded && (
        <Button variant="primary" pending={pending} onClick={submit}>
          {text.end}
        </Button>
      )}
    </div>
  );
}
