declare module "shpjs" {
  interface Parts {
    shp: DataView;
    dbf?: DataView;
    cpg?: string;
    prj?: string;
  }
  /** The features of a shapefile in degrees, by its parts. */
  export default function read(
    parts: Parts,
  ): Promise<{ features: { geometry: unknown; properties: Readonly<Record<string, unknown>> }[] }>;
}
