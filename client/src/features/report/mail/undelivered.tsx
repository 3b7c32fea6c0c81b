import { useQuery } from "@tanstack/react-query";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { UndeliveredMails } from "../../../core/mails/undelivered-mails.tsx";
import { mailStateQuery } from "./mail-state.ts";

/** The user's reports that were not delivered. */
export function Undelivered({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(mailStateQuery(useSelectedClient()));
  return data ? <UndeliveredMails mails={data.undelivered} timeZone={timeZone} /> : null;
}
