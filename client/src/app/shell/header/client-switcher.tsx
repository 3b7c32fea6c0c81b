import { type Client, TypeChart } from "@lamina/shared/records/client";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useClients } from "../../../core/clients/use-clients.ts";
import { useRights } from "../../../core/rights/use-rights.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SearchInput } from "../../../ui/controls/input.tsx";
import { Dialog } from "../../../ui/feedback/dialog.tsx";
import { Icon } from "../../../ui/icons/icon.tsx";
import { plainText } from "../../../ui/plain-text.ts";
import { text } from "../text.ts";
import styles from "./client-switcher.module.css";
import { NewClientDialog } from "./new-client-dialog.tsx";

/** Domain, 1: a list longer than this has a search field. */
const SEARCH_FROM = 7;

/** Shows the selected client and opens the list to change it. */
export function ClientSwitcher() {
  const { clients, selected, select, status } = useClients();
  const [open, setOpen] = useState(false);
  const [sought, setSought] = useState("");
  const [adding, setAdding] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = useChoice(selected?._id, select);
  if (!selected) return status === "loading" && <span className={styles.waiting} />;

  const close = () => {
    setOpen(false);
    setSought("");
  };
  const found = clients.filter((client) => matches(client, sought));
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={text.changeClient(nameOf(selected))}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={styles.name}>{nameOf(selected)}</span>
        <Icon name="chevronDown" size={18} />
      </button>
      <Dialog open={open} onClose={close} title={text.clients} variant="panel" anchor={button}>
        {clients.length > SEARCH_FROM && (
          <div className={styles.search}>
            <SearchInput
              aria-label={text.searchClient}
              placeholder={text.searchClient}
              value={sought}
              onChange={(event) => setSought(event.target.value)}
            />
          </div>
        )}
        <ul className={styles.list}>
          {found.map((client) => (
            <li key={client._id}>
              <button
                type="button"
                className={styles.client}
                aria-current={client._id === selected._id || undefined}
                onClick={() => {
                  close();
                  choose(client._id);
                }}
              >
                <Icon name={client.typeChart === TypeChart.pivot ? "pivot" : "ruler"} />
                <span className={styles.label}>
                  {nameOf(client)}
                  <small>{client.typeChart === TypeChart.pivot ? text.pivotClient : text.barClient}</small>
                </span>
                {client._id === selected._id && <Icon name="check" />}
              </button>
            </li>
          ))}
        </ul>
        <p className="hint" role="status">
          {found.length === 0 && text.noMatch}
        </p>
        {open && (
          <AddClient
            onAdd={() => {
              close();
              setAdding(true);
            }}
          />
        )}
      </Dialog>
      {adding && <NewClientDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/**
 * Selects another client and goes to the page without its query, because farms and pivots in it belong to the previous
 * client.
 */
function useChoice(selected: string | undefined, select: (id: string) => void): (id: string) => void {
  const { search } = useLocation();
  const navigate = useNavigate();
  const chosen = useRef<string>(undefined);
  useEffect(() => {
    if (chosen.current === undefined || chosen.current !== selected) return;
    chosen.current = undefined;
    if (search) void navigate({ search: "" }, { replace: true });
  }, [selected, search, navigate]);
  return (id) => {
    chosen.current = id === selected ? undefined : id;
    select(id);
  };
}

function AddClient({ onAdd }: { onAdd: () => void }) {
  const { can } = useRights();
  if (!can("config", "create")) return null;
  return (
    <Button wide className={styles.add} onClick={onAdd}>
      {text.newClient.open}
    </Button>
  );
}

function nameOf(client: Client): string {
  return client.name || client.id;
}

function matches(client: Client, sought: string): boolean {
  return plainText(nameOf(client)).includes(plainText(sought));
}
