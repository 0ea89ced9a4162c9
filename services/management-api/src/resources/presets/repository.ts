import type { Queryable } from '@vitrine/database'
import { createPage } from '../../paging/pages.js'
import { orderOf } from '../../paging/sort.js'
import { type PresetQuery, type PresetUpdate, presetSorts } from './schemas.js'

type Parameters = Omit<PresetUpdate, 'name'>

const fields = {
  id: true,
  name: true,
  w: true,
  h: true,
  fit: true,
  format: true,
  q: true,
  gravity: true,
  revision: true,
  createdAt: true,
  updatedAt: true,
} as const

export const presetRepository = (db: Queryable) => ({
  find: (projectId: string, name: string) =>
    db.preset.findUnique({ where: { projectId_name: { projectId, name } }, select: fields }),

  list: async (projectId: string, query: PresetQuery) => {
    const page = createPage(orderOf('presets', presetSorts, query.sort), query)
    const where = { projectId }
    return page.read(
      where,
      (rows) => db.preset.findMany({ ...rows, select: fields }),
      (all) => db.preset.count(all),
    )
  },

  count: (projectId: string): Promise<number> => db.preset.count({ where: { projectId } }),

  /** Until the transaction ends, no other one adds, changes or deletes a preset of the project. */
  lock: async (projectId: string, name: string) => {
    await db.$queryRaw`SELECT 1 FROM projects WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
    return presetRepository(db).find(projectId, name)
  },

  create: (projectId: string, name: string, preset: Parameters) =>
    db.preset.create({ data: { projectId, name, ...preset }, select: fields }),

  update: (projectId: string, name: string, changes: Parameters) =>
    db.preset.update({
      where: { projectId_name: { projectId, name } },
      data: changes,
      select: fields,
    }),

  delete: async (projectId: string, name: string): Promise<void> => {
    await db.preset.deleteMany({ where: { projectId, name } })
  },
})
