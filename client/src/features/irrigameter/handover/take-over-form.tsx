import { entities } from "@lamina/shared/calls/entities";
import { views } from "@lamina/shared/calls/views";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/http.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Check } from "../../../ui/controls/checks.tsx";
import { Field } from "../../../ui/controls/field.tsx";
import { Select } from "../../../ui/controls/input.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { handoverText } from "./handover-text.ts";

/** "Assumir tudo": one person takes over what another managed. It needs a connection, because rights change at once. */
export function TakeOverForm({ clientId, onDone }: { clientId: string; onDone: () => void }) {
  const queryClient = useQueryClient();
  const { data: users = [] } = useQuery({
    queryKey: [clientId, "users", "take-over"],
    queryFn: ({ signal }) => call(entities.user.getByClient, { query: { ID: clientId }, signal }),
    meta: { entities: ["User"] },
  });
  const [people, setPeople] = useState({ from: "", to: "" });
  const [wish, setWish] = useState({ rights: false, deactivate: false });
  const [isPending, setPending] = useState(false);
  const refetch = () => queryClient.invalidateQueries({ queryKey: [clientId] });
  const nameOf = (id: string) => users.find(({ _id }) => _id === id)?.name ?? "";

  async function undo(_id: string) {
    const { matchedCount } = await call(views.undoTakeOver, { body: { _id } }).catch(() => ({ matchedCount: 0 }));
    toast(matchedCount > 0 ? handoverText.undone : handoverText.tooLate);
    await refetch();
  }

  async function takeOver() {
    setPending(true);
    try {
      const { _id, alerts, mails } = await call(views.takeOver, { body: { ...people, ...wish } });
      toast(handoverText.done(nameOf(people.to), alerts, mails), {
        label: handoverText.undo,
        onClick: () => void undo(_id),
      });
      await refetch();
      onDone();
    } catch {
      toast(handoverText.failed);
    } finally {
      setPending(false);
    }
  }

  const choice = (key: "from" | "to", label: string) => (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={people[key]}
          onChange={({ target }) => setPeople({ ...people, [key]: target.value })}
        >
          <option value="">{handoverText.choose}</option>
          {users
            .filter(({ _id, active }) => key === "from" || (active && _id !== people.from))
            .map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
        </Select>
      )}
    </Field>
  );
  return (
    <section aria-label={handoverText.management} className="grid gap-2" data-print="hide">
      <h3 className="medium">{handoverText.management}</h3>
      <p className="hint">{handoverText.managementHint}</p>
      {choice("from", handoverText.from)}
      {choice("to", handoverText.to)}
      <Check
        type="checkbox"
        checked={wish.rights}
        onChange={({ target }) => setWish({ ...wish, rights: target.checked })}
      >
        {handoverText.rights}
      </Check>
      <Check
        type="checkbox"
        checked={wish.deactivate}
        onChange={({ target }) => setWish({ ...wish, deactivate: target.checked })}
      >
        {handoverText.deactivate}
      </Check>
      <div className="controls">
        <Button
          disabled={people.from === "" || people.to === "" || people.from === people.to}
          pending={isPending}
          onClick={() => void takeOver()}
        >
          {handoverText.takeOver}
        </Button>
      </div>
    </section>
  );
}
