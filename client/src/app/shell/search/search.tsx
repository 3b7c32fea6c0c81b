import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useClients } from "../../../core/clients/use-clients.ts";
import { useMenu } from "../../../core/menu/use-menu.ts";
import { useRightsOn } from "../../../core/rights/use-rights.ts";
import { sourcesQuery } from "../../../core/sources/sources-query.ts";
import { irrigameterQuery } from "../../../features/irrigameter/queries.ts";
import { SearchInput } from "../../../ui/controls/input.tsx";
import { recentTargets, rememberTarget } from "./recent.ts";
import styles from "./search.module.css";
import type { ShellDialog, Target } from "./target.ts";
import { findTargets, searchTargets } from "./targets.ts";
import { text } from "./text.ts";

/** Not a client's id, so that nothing is requested without a client. */
const NO_CLIENT = { _id: "" };

/** Searches everything of the client, by keyboard or touch. */
export function Search({ onClose, onDialog }: { onClose: () => void; onDialog: (dialog: ShellDialog) => void }) {
  const navigate = useNavigate();
  const { selected } = useClients();
  const { items: menu } = useMenu();
  const { can } = useRightsOn(selected);
  const options = { enabled: selected !== undefined, staleTime: Number.POSITIVE_INFINITY };
  const boardQuery = useQuery({ ...irrigameterQuery(selected ?? NO_CLIENT), ...options, refetchInterval: false });
  const listQuery = useQuery({ ...sourcesQuery(selected ?? NO_CLIENT), ...options });
  const [{ data: board }, { data: sources }] = [boardQuery, listQuery];
  const missing = selected ? [boardQuery, listQuery].filter(({ data }) => data === undefined) : [];
  const [search, setSearch] = useState("");
  const [current, setCurrent] = useState(0);
  const [recent] = useState(recentTargets);
  const targets = useMemo(
    () => searchTargets({ client: { typeChart: selected?.typeChart ?? 1 }, menu, board, sources, can }),
    [selected, menu, board, sources, can],
  );
  const searchText = useDeferredValue(search);
  const found = useMemo(() => findTargets(targets, searchText, recent), [targets, searchText, recent]);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const option = (index: number) => `${list}-${index}`;

  const open = ({ to, dialog }: Target) => {
    rememberTarget(to);
    onClose();
    if (dialog) return onDialog(dialog);
    void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[current];
    if (step === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (step !== undefined) setCurrent((current + step + found.length) % Math.max(found.length, 1));
    else if (chosen) open(chosen);
  };
  const active = option(current);
  // After the dialog is open, because opening it moves the focus.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    document.getElementById(active)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  return (
    <div className="grid gap-3">
      <SearchInput
        ref={input}
        role="combobox"
        aria-label={text.title}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? active : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={text.placeholder}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setCurrent(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label={text.results} className="grid">
        {found.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the list
          <div
            key={target.to}
            id={option(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            className={styles.result}
            onClick={() => open(target)}
          >
            <span>{target.label}</span>
            <small>
              {target.hint}
              {searchText === "" && recent.includes(target.to) && ` · ${text.recent}`}
            </small>
          </div>
        ))}
      </div>
      {/* Until the pivots are known, an empty list does not mean that there is none. */}
      {missing.length > 0 ? (
        <p role="status">{missing.some(({ isFetching }) => isFetching) ? text.loading : text.incomplete}</p>
      ) : (
        found.length === 0 && <p role="status">{text.none(searchText)}</p>
      )}
    </div>
  );
}
