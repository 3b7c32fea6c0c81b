// Graph functions for the table of `house.mjs`: cycles, and floors of a layered order.

/**
 * The strongly connected components with more than one place (Tarjan's algorithm).
 * @param {string[]} places
 * @param {[string, string][]} arrows
 * @returns {string[][]}
 */
export function circles(places, arrows) {
  const next = Map.groupBy(arrows, ([from]) => from);
  const state = new Map();
  const stack = [];
  const found = [];
  const visit = (place) => {
    const own = { index: state.size, low: state.size, waits: true };
    state.set(place, own);
    stack.push(place);
    for (const [, to] of next.get(place) ?? []) {
      const known = state.get(to) ?? visit(to);
      if (known.waits) own.low = Math.min(own.low, known.low);
    }
    if (own.low === own.index) {
      const circle = stack.splice(stack.indexOf(place));
      for (const member of circle) state.get(member).waits = false;
      if (circle.length > 1) found.push(circle);
    }
    return own;
  };
  for (const place of places) if (!state.has(place)) visit(place);
  return found;
}

/**
 * Assigns places to floors with few arrows that point up: Eades, Lin and Smyth's order, then the longest chain
 * downwards. Without a cycle no arrow points up.
 * @param {string[]} places
 * @param {[string, string][]} arrows
 * @returns {{ floors: number, back: number }}
 */
export function layers(places, arrows) {
  const order = orderOf(places, arrows);
  const position = new Map(order.map((place, index) => [place, index]));
  const down = arrows.filter(([from, to]) => position.get(from) < position.get(to));
  const floor = new Map(places.map((place) => [place, 1]));
  for (const place of order.toReversed())
    for (const [from, to] of down) if (from === place) floor.set(place, Math.max(floor.get(place), floor.get(to) + 1));
  return { floors: Math.max(0, ...floor.values()), back: arrows.length - down.length };
}

/** Removes sinks first, then sources, else the place with the largest surplus of outgoing arrows. */
function orderOf(places, arrows) {
  const left = new Set(places);
  const top = [];
  const bottom = [];
  while (left.size > 0) {
    const between = arrows.filter(([from, to]) => left.has(from) && left.has(to));
    const out = (place) => between.filter(([from]) => from === place).length;
    const into = (place) => between.filter(([, to]) => to === place).length;
    const all = [...left];
    const sink = all.find((place) => out(place) === 0);
    const source = all.find((place) => into(place) === 0);
    const taken = sink ?? source ?? all.sort((a, b) => out(b) - into(b) - (out(a) - into(a)))[0];
    if (taken === sink) bottom.unshift(taken);
    else top.push(taken);
    left.delete(taken);
  }
  return [...top, ...bottom];
}
