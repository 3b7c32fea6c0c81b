import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSelectedClient } from "../../../core/clients/use-clients.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { toast } from "../../../ui/feedback/toast.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { loadOlder, olderQuery } from "./data/queries.ts";
import type { Kind } from "./data/screen-config.ts";
import { text } from "./data/text.ts";

/** Says that an unbounded list has older records, and loads more of them. */
export function OlderRecords({ entity, count }: { entity: Kind; count: number }) {
  const client = useSelectedClient();
  const { data: hasOlder = false } = useQuery(olderQuery(client, entity));
  const [pending, setPending] = useState(false);
  if (!hasOlder) return null;

  const load = () => {
    setPending(true);
    loadOlder(client._id, entity)
      .catch(() => toast(text.olderFailed))
      .finally(() => setPending(false));
  };
  return (
    <Banner
      announced
      action={
        <Button pending={pending} onClick={load}>
          {text.loadOlder}
        </Button>
      }
    >
      {text.older(formatNumber(count, 0))}
    </Banner>
  );
}
