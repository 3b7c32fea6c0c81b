/** One call of a pen with the look that it had. `path` has the steps of the given or current path. */
export interface Stroke {
  name: string;
  given: readonly unknown[];
  fillStyle: unknown;
  strokeStyle: unknown;
  dash: unknown;
  alpha: number;
}

/** A path that remembers its steps, for an environment without a canvas. */
export class RecordedPath {
  readonly steps: string[] = [];
  readonly words: string;
  constructor(words = "") {
    this.words = words;
  }
  moveTo = (...at: number[]) => this.steps.push(`M${at.map(Math.round)}`);
  lineTo = (...at: number[]) => this.steps.push(`L${at.map(Math.round)}`);
  rect = (...at: number[]) => this.steps.push(`R${at.map(Math.round)}`);
  addPath = (path: RecordedPath, { e, f }: { e: number; f: number }) =>
    this.steps.push(`${path.words} ${Math.round(e)},${Math.round(f)}`);
}

/** A canvas whose pen writes down its calls. */
export function recordingCanvas(): { canvas: HTMLCanvasElement; strokes: Stroke[] } {
  const strokes: Stroke[] = [];
  const look: Record<string | symbol, unknown> = { globalAlpha: 1 };
  let dash: unknown = [];
  const pen = new Proxy(look, {
    get: (_, name) =>
      name in look
        ? look[name]
        : (...given: unknown[]) => {
            if (name === "setLineDash") [dash] = given;
            if (name === "restore") look.globalAlpha = 1;
            const { fillStyle, strokeStyle, globalAlpha } = look;
            strokes.push({ name: String(name), given, fillStyle, strokeStyle, dash, alpha: Number(globalAlpha) });
          },
  });
  const canvas = { width: 0, height: 0, getContext: () => pen };
  return { canvas: Object.assign(Object.create(null), canvas), strokes };
}
