import { hash } from "node:crypto";
import type { ChangingLists } from "@lamina/shared/views/board";

/** Contents whose fingerprints are remembered. A page of an older one gets a whole board or map. */
const MAX_VERSIONS = 200;

/** Answers what changed in a board or a map since an earlier content. */
interface BoardVersions {
  /**
   * `audience` names the callers with this content. `changed` is what changed since `since`; of an unknown `since`, which
   * is null then, or without one, the whole content.
   */
  answer<Content extends ChangingLists>(
    audience: string,
    content: Content,
    since: string | undefined,
  ): { version: string; since: string | null; changed: Partial<Content> };
}

/** The fingerprints of a content. */
interface Fingerprints {
  /** Of each sector and pivot by id, and of each other field by name. */
  parts: Map<string, string>;
  /** Of the lists' order. */
  order: string;
}

/**
 * Versions are made from the content alone. So two processes name the same content alike, and a page that applies the
 * difference of two versions has exactly the content of the second one.
 */
export function createBoardVersions(): BoardVersions {
  const known = new Map<string, Fingerprints>();
  return {
    answer<Content extends ChangingLists>(audience: string, content: Content, since: string | undefined) {
      const now = fingerprintsOf(content);
      const version = fingerprint([now.order, ...now.parts.values()]);
      const key = `${audience} ${version}`;
      // The newest last.
      known.delete(key);
      known.set(key, now);
      const oldest = known.size > MAX_VERSIONS ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      const before = since === undefined ? undefined : known.get(`${audience} ${since}`);
      if (since === undefined || before?.order !== now.order) return { version, since: null, changed: content };
      const isChanged = (id: string) => before.parts.get(id) !== now.parts.get(id);
      const { sectors = [], pivots = [], machines = [], ...fields } = content;
      const changed = {
        ...Object.fromEntries(Object.entries(fields).filter(([name]) => isChanged(name))),
        sectors: sectors.filter(({ sector }) => isChanged(sector._id)),
        pivots: pivots.filter(({ _id }) => isChanged(_id)),
        machines: machines.filter((day) => isChanged(dayName(day))),
      };
      return { version, since, changed: changed as object as Partial<Content> };
    },
  };
}

/** Names a machine's day among the parts, where its record has its id. */
const dayName = ({ pivotId }: { pivotId: string }) => `day ${pivotId}`;

function fingerprintsOf({ sectors = [], pivots = [], machines = [], ...fields }: ChangingLists): Fingerprints {
  return {
    parts: new Map([
      ...Object.entries(fields).map(([name, field]) => [name, fingerprint(field)] as const),
      ...sectors.map((card) => [card.sector._id, cardFingerprint(card)] as const),
      ...pivots.map((pivot) => [pivot._id, fingerprint(pivot)] as const),
      ...machines.map((day) => [dayName(day), cardFingerprint(day)] as const),
    ]),
    order: fingerprint([
      sectors.map(({ sector }) => sector._id),
      pivots.map(({ _id }) => _id),
      machines.map(({ pivotId }) => pivotId),
    ]),
  };
}

/** Fingerprints of cards, which stay the same objects until their farm is recomputed. */
const cardFingerprints = new WeakMap<object, string>();

function cardFingerprint(card: object): string {
  const known = cardFingerprints.get(card) ?? fingerprint(card);
  cardFingerprints.set(card, known);
  return known;
}

const fingerprint = (part: unknown) => hash("sha1", JSON.stringify(part) ?? "", "base64url").slice(0, 16);
