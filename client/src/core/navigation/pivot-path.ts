/**
 * Address of a pivot's page.
 * @param sectorId the sector that it shows; without one it is the pivot's most urgent
 */
export function pivotPath(pivotId: string, sectorId?: string): string {
  const sector = sectorId === undefined ? "" : `?setor=${encodeURIComponent(sectorId)}`;
  return `/irrigameter/pivo/${encodeURIComponent(pivotId)}${sector}`;
}
