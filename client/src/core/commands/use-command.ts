import { views } from "@lamina/shared/calls/views";
import type { InterlockId } from "@lamina/shared/reasons/interlocks";
import { COMMAND_LIFE_MS, type CommandFields } from "@lamina/shared/records/commands/pivot-command";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useSyncExternalStore } from "react";
import { ApiError, isUnreached } from "../../api/error.ts";
import { call } from "../../api/http.ts";
import { now } from "../../platform/clock.ts";
import { isOnline, onConnectivity } from "../../platform/lifecycle.ts";
import { randomKey } from "../../platform/random-key.ts";
import { passkeyAskOf } from "../passkeys/ask-of.ts";
import type { CommandAsk } from "./command-ask.ts";
import { commandText } from "./command-text.ts";
import { commandsQuery } from "./queries.ts";

/** Half of the longest life: a slow connection still gets it there, and a request that waited anywhere is refused. */
const LIFE_MS = COMMAND_LIFE_MS / 2;
const FORBIDDEN = 403;

/** What the person types to confirm a command. */
export type Proof = "password" | "pin";
type Proofs = Pick<CommandFields, Proof | "passkey">;
type Given = CommandAsk & Pick<CommandFields, "pivotId" | "override">;

/** A command is never stored on the device, so that without a connection there is none. */
export const useMayReach = (): boolean => useSyncExternalStore(onConnectivity, isOnline);

/** Sends a command once: after a lost answer the same request is made again, and the API answers as it did. */
export function useCommand(clientId: string, onSent: () => void) {
  const queryClient = useQueryClient();
  const [key] = useState(randomKey);
  /** What was sent last, without its proofs, and whether its answer was lost. */
  const last = useRef<{ body: CommandFields; isLost: boolean }>(undefined);
  const mutation = useMutation({
    mutationFn: ({ given: { order, ...more }, proofs }: { given: Given; proofs: Proofs }) => {
      const made = { ...order, ...more, expiresAt: new Date(now() + LIFE_MS).toISOString() };
      const body = last.current?.isLost ? last.current.body : made;
      last.current = { body, isLost: last.current?.isLost ?? false };
      return call(views.commandInsert, { body: { ...body, ...proofs }, key });
    },
    onSuccess: onSent,
    onError: (error) => {
      // A new question for a proof does not show whether the earlier request, whose answer was lost, was carried out.
      if (isUnreached(error) && last.current) last.current.isLost = true;
      else if (!(error instanceof ApiError && error.status === FORBIDDEN)) last.current = undefined;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: commandsQuery({ _id: clientId }).queryKey }),
  });
  const required = proofFor(mutation.error);
  const [proof, setProof] = useState<Proof | null>(null);
  const [answered, setAnswered] = useState(mutation.error);
  if (mutation.error !== answered) {
    setAnswered(mutation.error);
    if (required) setProof(required);
    // A passkey has proved once; the next attempt gets a challenge of its own.
    else if (mutation.error && mutation.variables?.proofs.passkey && !passkeyAskOf(mutation.error)) setProof(null);
  }
  const { error } = mutation;
  return {
    ...{ ...mutation, proof, setProof, passkey: passkeyAskOf(error) },
    ...{ problem: problemOf(error), interlocks: interlocksOf(error) },
  };
}

function problemOf(error: Error | null): string | null {
  if (error === null) return null;
  if (isUnreached(error)) return commandText.unknown;
  return (error instanceof ApiError && error.detail) || commandText.failed;
}

/** Where a PIN is missing or locked, the password confirms. */
const PROOFS: Readonly<Record<string, Proof>> = {
  "confirm-password": "password",
  "confirm-pin": "pin",
  "pin-missing": "password",
  "pin-locked": "password",
};

/** What the API asks the person for; undefined where the error says nothing of it. */
const proofFor = (error: Error | null): Proof | undefined => (error instanceof ApiError ? PROOFS[error.id] : undefined);

/** The interlocks that held a command back. */
function interlocksOf(error: Error | null): readonly InterlockId[] {
  if (!(error instanceof ApiError) || error.id !== "interlocked") return [];
  return (error.current as { interlocks?: InterlockId[] } | undefined)?.interlocks ?? [];
}
