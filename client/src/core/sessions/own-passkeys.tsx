import { views } from "@lamina/shared/calls/views";
import type { Passkey } from "@lamina/shared/records/commands/passkey";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { isOwnPasskey } from "../../platform/passkeys/own-passkeys.ts";
import { Button } from "../../ui/controls/button.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { logFailure } from "../log-failure.ts";
import { useCanUsePasskeys } from "../passkeys/use-passkeys.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import styles from "./sessions.module.css";
import { passkeyText as text } from "./text.ts";

/** The user's passkeys; nothing where there is none and this device can have none. */
export function OwnPasskeys() {
  const can = useCanUsePasskeys();
  const passkeys = useQuery({
    queryKey: [SESSION_KEY, "passkeys"],
    queryFn: ({ signal }) => logFailure(text.failed, call(views.passkeys, { signal })),
    staleTime: 0,
  });
  const [act, setAct] = useState<"add" | Passkey | null>(null);
  if (!can && !passkeys.data?.length) return null;
  return (
    <section className="stack">
      <h3>{text.title}</h3>
      <p className="hint">{text.hint}</p>
      <QueryView query={passkeys}>
        {(list) => (
          <>
            {list.length > 0 && (
              <ul className="close-stack">
                {list.map((passkey) => (
                  <Row key={passkey._id} passkey={passkey} onRemove={() => setAct(passkey)} />
                ))}
              </ul>
            )}
            {act ? (
              <PasskeyForm key={act === "add" ? act : act._id} act={act} onClose={() => setAct(null)} />
            ) : (
              can &&
              !isOwnPasskey(...list.map(({ credentialId }) => credentialId)) && (
                <div className="controls">
                  <Button onClick={() => setAct("add")}>{text.add}</Button>
                </div>
              )
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

function Row({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt, credentialId } = passkey;
  return (
    <li className="row wraps between gap-2">
      <span className={styles.login}>
        <strong>{name}</strong>
        {isOwnPasskey(credentialId) && ` · ${text.here}`}
        <br />
        <small className="hint">
          {text.since(formatDateTime(createdAt, undefined), lastUsedAt && formatDateTime(lastUsedAt, undefined))}
        </small>
      </span>
      <Button aria-label={text.removeNamed(name)} onClick={onRemove}>
        {text.remove}
      </Button>
    </li>
  );
}
