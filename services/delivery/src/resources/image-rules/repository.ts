import type { Snapshot } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import type { Sql } from '@vitrine/database/sql'

/** The parameters of a preset, as they would stand in an address. */
export type Preset = { name: string } & Readonly<Record<string, string>>

/** The names that a project's addresses may use: its presets, and its signing keys, encrypted. */
export type ImageRules = {
  presets: readonly Preset[]
  signingKeys: readonly { number: number; encryptedHex: string }[]
}

export const imageRulesRepository = (sql: Sql) => ({
  /** The rules of a project, and the head of the change log, in one snapshot. */
  find: async (projectId: string): Promise<Snapshot<ImageRules>> => {
    const { asOf, ...value } = await sql.queryRow<ImageRules & { asOf: number }>`
      SELECT head.seq::float8 AS "asOf",
        coalesce((
          SELECT json_agg(json_strip_nulls(json_build_object('name', name, 'w', w::text, 'h', h::text,
            'fit', fit, 'format', format, 'q', q::text, 'gravity', gravity)) ORDER BY name)
          FROM presets WHERE project_id = ${projectId}::uuid
        ), '[]') AS presets,
        coalesce((
          SELECT json_agg(json_build_object('number', number, 'encryptedHex', encode(sealed, 'hex'))
            ORDER BY number)
          FROM signing_keys WHERE project_id = ${projectId}::uuid AND sealed IS NOT NULL
        ), '[]') AS "signingKeys"
      FROM change_head AS head`
    return { value, tags: [tags.imageRules(projectId), tags.project(projectId)], asOf }
  },
})

export type ImageRulesRepository = ReturnType<typeof imageRulesRepository>
