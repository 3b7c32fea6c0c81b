import { views } from "@lamina/shared/calls/views";
import { encodeBase64 } from "@lamina/shared/core/base64";
import type { Passkey } from "@lamina/shared/records/commands/passkey";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, isUnreached } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { SESSION_KEY } from "../../api/query-client.ts";
import { rememberPasskey } from "../../platform/passkeys/own-passkeys.ts";
import { makePasskey, thisDevice } from "../../platform/passkeys/passkeys.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/text-field.tsx";
import { toast } from "../../ui/feedback/toast.tsx";
import { Form, useSubmit } from "../../ui/form/form.tsx";
import { text } from "../passkeys/text.ts";

type Faults = Partial<Record<"current" | "form", string>>;

/** Adds the passkey of this device, or removes one, by the password. */
export function PasskeyForm({ act, onClose }: { act: "add" | Passkey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState("");
  const [faults, setFaults] = useState<Faults>({});
  const { pending, submit } = useSubmit(async () => {
    const current = encodeBase64(password);
    try {
      if (act === "add") await add(current);
      else await call(views.endPasskey, { body: { _id: act._id, current } });
      toast(act === "add" ? text.added : text.removed);
      await queryClient.invalidateQueries({ queryKey: [SESSION_KEY, "passkeys"] });
      onClose();
    } catch (error) {
      setFaults(faultsOf(error));
    }
  });
  return (
    <Form failure={faults.form} onSubmit={submit} className="grid gap-3">
      {act !== "add" && <p>{text.removing(act.name)}</p>}
      <TextField
        label={text.password}
        type="password"
        name="current"
        autoComplete="current-password"
        error={faults.current}
        value={password}
        onValue={setPassword}
      />
      <div className="row gap-2">
        <Button onClick={onClose}>{text.cancel}</Button>
        <Button type="submit" variant={act === "add" ? "primary" : "danger"} pending={pending}>
          {act === "add" ? text.next : text.remove}
        </Button>
      </div>
    </Form>
  );
}

async function add(current: string): Promise<void> {
  const start = await call(views.startPasskey, { body: { current } });
  const made = await makePasskey(start);
  await call(views.confirmPasskey, { body: { name: thisDevice() || text.other, ...made } });
  rememberPasskey(made.id);
}

/** Errors that are not of a call are refusals of the person or the device. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError))
    return { form: error instanceof Error && error.name === "InvalidStateError" ? text.already : text.notAdded };
  if (isUnreached(error)) return { form: text.network };
  const named = error.fields.map(({ field, message }) => [field || "form", message ?? text.otherFault]);
  return named.length > 0 ? Object.fromEntries(named) : { form: error.detail || text.otherFault };
}
