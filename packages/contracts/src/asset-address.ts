type Addressed = { projectId: string; id: string; version: number }

/**
 * The public address of an asset's original. Caches keep its answers for a year, so an asset whose bytes have
 * changed has another one: from version 2 on it ends in the version.
 */
export function assetAddress(publicUrl: string, { projectId, id, version }: Addressed): string {
  const address = `${publicUrl}/api/v1/deliver/${projectId}/${id}`
  return version > 1 ? `${address}?v=${version}` : address
}
