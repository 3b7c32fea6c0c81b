import type { MapTiles } from "@lamina/shared/messages/runtime-config";
import L from "leaflet";
import { hillshade } from "./hillshade.ts";

const SIDE = 256;
/** Elevation is measured every 30 m, so that larger zooms show nothing more. */
const FINEST_ZOOM = 14;
/** Metres of a pixel at the equator and zoom 0. */
const METRES_AT_EQUATOR = 40_075_017 / SIDE;

/** The relief, drawn on the device from tiles of elevation. A tile that does not arrive leaves the ground plain. */
class ReliefLayer extends L.GridLayer {
  readonly #url: string;

  constructor({ url, attribution }: MapTiles) {
    super({ attribution, maxNativeZoom: FINEST_ZOOM, tileSize: SIDE });
    this.#url = url;
  }

  protected override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement("canvas");
    canvas.width = SIDE;
    canvas.height = SIDE;
    const image = new Image(SIDE, SIDE);
    // Pixels of another origin can be read only when its server allows that.
    image.crossOrigin = "anonymous";
    image.onload = () => {
      try {
        shade(canvas, image, coords);
        done(undefined, canvas);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), canvas);
      }
    };
    image.onerror = () => done(new Error(`no elevation at ${coords.z}/${coords.x}/${coords.y}`), canvas);
    image.src = L.Util.template(this.#url, { s: "a", r: "", x: coords.x, y: coords.y, z: coords.z });
    return canvas;
  }
}

export const reliefLayer = (terrain: MapTiles): L.Layer => new ReliefLayer(terrain);

function shade(canvas: HTMLCanvasElement, image: HTMLImageElement, { x, y, z }: L.Coords): void {
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return;
  context.drawImage(image, 0, 0, SIDE, SIDE);
  const { lat } = L.CRS.EPSG3857.pointToLatLng(L.point((x + 0.5) * SIDE, (y + 0.5) * SIDE), z);
  const metres = (METRES_AT_EQUATOR * Math.cos((lat * Math.PI) / 180)) / 2 ** z;
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  context.putImageData(new ImageData(hillshade(data, SIDE, metres), SIDE), 0, 0);
}
