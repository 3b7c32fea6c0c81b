import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { QueryView } from "../../ui/feedback/query-view.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form } from "../../ui/form/form.tsx";
import { useTypedForm } from "../../ui/form/use-typed-form.ts";
import { formatDateTime } from "../../ui/format.ts";
import { logFailure } from "../log-failure.ts";
import { pinFaultsOf } from "./pin-faults.ts";
import { pinText as text } from "./text.ts";

const KEY = [SESSION_KEY, "command-pin"];

/** The user's PIN for commands: set, changed or removed by the password. */
export function OwnPin() {
  const pin = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => logFailure(text.failed, call(views.commandPin, { signal })),
    staleTime: 0,
  });
  const [act, setAct] = useState<"set" | "end" | null>(null);
  return (
    <section className="stack">
      <h3>{text.title}</h3>
      <p className="hint">{text.hint}</p>
      <QueryView query={pin}>
        {({ since, lockedUntil }) => (
          <>
            {since && (
              <p>
                {text.since(formatDateTime(since, undefined))}
                {lockedUntil && ` ${text.locked(formatDateTime(lockedUntil, undefined))}`}
              </p>
            )}
            {act ? (
              <PinForm key={act} act={act} onClose={() => setAct(null)} />
            ) : (
              <div className="row gap-2">
                <Button onClick={() => setAct("set")}>{since ? text.change : text.set}</Button>
                {since && <Button onClick={() => setAct("end")}>{text.end}</Button>}
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

function PinForm({ act, onClose }: { act: "set" | "end"; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { pending, submit, input, failure } = useTypedForm({
    initial: { current: "", pin: "" },
    send: async ({ current: password, pin }) => {
      const current = encodeBase64(password);
      try {
        if (act === "set") await call(views.setCommandPin, { body: { current, pin } });
        else await call(views.endCommandPin, { body: { current } });
        toast(act === "set" ? text.done : text.ended);
        onClose();
      } finally {
        await queryClient.invalidateQueries({ queryKey: KEY });
      }
    },
    refusal: pinFaultsOf,
  });
  return (
    <Form failure={failure} onSubmit={submit} className="grid gap-3">
      <TextField label={text.password} {...input("current")} type="password" autoComplete="current-password" />
      {act === "set" && (
        <TextField
          label={text.pin}
          hint={text.pinHint}
          {...input("pin")}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
        />
      )}
      <div className="row gap-2">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="submit" variant={act === "set" ? "primary" : "danger"} pending={pending}>
          {act === "set" ? text.save : text.end}
        </Button>
      </div>
    </Form>
  );
}
