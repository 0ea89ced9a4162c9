import type { Stage } from './fixture.js'
import { imageProbe, listedProbe, renamed, widgetProbe } from './probes.js'
import { createKey, createWidget, openProject, type Shop } from './tenants.js'

/** Writes, again and again, until the stage ends. */
export type Script = (stage: Stage, shop: Shop) => Promise<void>

const unpublishing = 0.3

/** A widget is published, edited and unpublished; every edit has a number of its own. */
export const editWidgets: Script = async (stage, shop) => {
  while (stage.isOn()) {
    const { slug, path } = await createWidget(stage.desk, shop, { version: 0 })
    const ask = async () => {
      const { body } = await stage.desk.get(shop, path)
      const { status, config } = JSON.parse(body) as { status: string; config: { version: number } }
      return status === 'PUBLISHED' ? `v${config.version}` : 'absent'
    }
    const probes = [widgetProbe(slug, shop.key)]
    const subject = stage.present({ name: `widget ${slug}`, probes, ask }, { appearance: 'absent' })
    // A call that was lost may still take effect, and would then be taken for a new one.
    let isCertain = true
    for (let version = 1; stage.isOn() && isCertain; version += 1) {
      await stage.pause()
      const isPublished = subject.writes.at(-1)?.appearance !== 'absent'
      const goes = isPublished && Math.random() < unpublishing
      const body = goes ? { status: 'DRAFT' } : { status: 'PUBLISHED', config: { version } }
      const write = () => stage.desk.put(shop, path, body)
      isCertain = (await stage.write(subject, goes ? 'absent' : `v${version}`, write)).isCertain
    }
  }
}

/** A widget of one project, looked at with the key of another: 403 while it is published. */
export const publishElsewhere: Script = async (stage, shop) => {
  const stranger = stage.world.shops.find(({ projectId }) => projectId !== shop.projectId)
  if (stranger === undefined) throw new Error('there is no other project')
  while (stage.isOn()) {
    const { slug, path } = await createWidget(stage.desk, shop, {})
    const ask = async () =>
      (await stage.desk.get(shop, path)).body.includes('"PUBLISHED"') ? 'elsewhere' : 'absent'
    const probes = [widgetProbe(slug, stranger.key)]
    const subject = stage.present({ name: `slug ${slug}`, probes, ask }, { appearance: 'absent' })
    let isCertain = true
    for (let next = 'publish'; stage.isOn() && isCertain; ) {
      await stage.pause()
      const write = () => stage.desk.put(shop, `${path}/${next}`, {})
      const appearance = next === 'publish' ? 'elsewhere' : 'absent'
      isCertain = (await stage.write(subject, appearance, write)).isCertain
      next = next === 'publish' ? 'unpublish' : 'publish'
    }
  }
}

/** A key is made, and revoked. */
export const revokeKeys: Script = async (stage, shop) => {
  while (stage.isOn()) {
    const startMs = performance.now()
    const { id, key, path } = await createKey(stage.desk, shop)
    const ask = async () =>
      (await stage.desk.get(shop, `${shop.path}/api-keys`)).body.includes(id) ? 'v0' : 'refused'
    const probes = [widgetProbe(shop.slug, key)]
    const subject = stage.present({ name: `key ${id}`, probes, ask }, { appearance: 'v0', startMs })
    await stage.pause()
    await stage.write(subject, 'refused', () => stage.desk.delete(shop, path))
  }
}

/** An image is uploaded and shown by a widget, and deleted. */
export const deleteImages: Script = async (stage, shop) => {
  const { desk } = stage
  while (stage.isOn()) {
    const startMs = performance.now()
    const { id } = await desk.upload(shop, `${shop.path}/assets`)
    const widget = await createWidget(desk, shop, {}, [id])
    await desk.put(shop, `${widget.path}/publish`, {})
    const path = `${shop.path}/assets/${id}`
    const ask = async () => ((await stage.exists(shop, path)) ? 'there' : 'gone')
    const probes = [
      imageProbe(shop.projectId, id),
      imageProbe(shop.projectId, id, '?w=4&format=webp'),
      listedProbe(widget.slug, shop.key, id),
    ]
    const subject = stage.present(
      { name: `image ${id}`, probes, ask },
      { appearance: 'there', startMs },
    )
    await stage.pause()
    await stage.write(subject, 'gone', () => desk.delete(shop, path))
  }
}

/** A project is made with a key and a published widget, and deleted with all of it. */
export const deleteProjects: Script = async (stage, shop) => {
  const { desk } = stage
  while (stage.isOn()) {
    const startMs = performance.now()
    const { key, slug, path, projectId } = await openProject(desk, shop)
    const ask = async () => ((await stage.exists(shop, path)) ? 'there' : 'gone')
    const probes = [
      // The key and the widget are looked up one after the other: it may go in between.
      renamed(widgetProbe(slug, key), { v0: 'there', refused: 'gone', absent: 'gone' }),
      renamed(widgetProbe(slug, shop.key), { elsewhere: 'there', absent: 'gone' }),
    ]
    const subject = stage.present(
      { name: `project ${projectId}`, probes, ask },
      { appearance: 'there', startMs },
    )
    await stage.pause()
    await stage.write(subject, 'gone', () => desk.delete(shop, path))
  }
}

export const scripts: readonly Script[] = [
  editWidgets,
  publishElsewhere,
  revokeKeys,
  deleteImages,
  deleteProjects,
]
