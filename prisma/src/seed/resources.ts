/** The parts of the API's resources that the seed reads. */
export type Session = { accessToken: string; organizationId: string }
export type Project = { id: string; slug: string }
export type Asset = { id: string; filename: string; altText: string | null }
export type Widget = {
  id: string
  slug: string
  status: 'DRAFT' | 'PUBLISHED'
  assetIds: readonly string[]
}
export type ApiKey = { id: string; key: string }
