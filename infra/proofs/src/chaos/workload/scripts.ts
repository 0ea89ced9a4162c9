import { createKey, createWidget, type SampleProject } from '../../stack/tenants.js'
import type { TrialFixture } from './fixture.js'
import { imageProbe, listedProbe, widgetProbe } from './probes.js'

/** Writes repeatedly until the trial ends. */
export type Script = (fixture: TrialFixture, project: SampleProject) => Promise<void>

const unpublishing = 0.3

/** Publishes, edits and unpublishes a widget. Each edit has its own version number. */
const editWidgets: Script = async (fixture, project) => {
  while (fixture.isOn()) {
    const { slug, path } = await createWidget(fixture.admin, project, { version: 0 })
    const ask = async () => {
      const { body } = await fixture.admin.get(project, path)
      const { status, config } = JSON.parse(body) as { status: string; config: { version: number } }
      return status === 'PUBLISHED' ? `v${config.version}` : 'absent'
    }
    const probes = [widgetProbe(slug, project.key)]
    const subject = fixture.present(
      { name: `widget ${slug}`, probes, ask },
      { appearance: 'absent' },
    )
    // A lost call may still take effect later: a read of it would count as wrong.
    let isCertain = true
    for (let version = 1; fixture.isOn() && isCertain; version += 1) {
      await fixture.pause()
      const isPublished = subject.writes.at(-1)?.appearance !== 'absent'
      const goes = isPublished && Math.random() < unpublishing
      const body = goes ? { status: 'DRAFT' } : { status: 'PUBLISHED', config: { version } }
      const write = () => fixture.admin.put(project, path, body)
      isCertain = (await fixture.write(subject, goes ? 'absent' : `v${version}`, write)).isCertain
    }
  }
}

const revokeKeys: Script = async (fixture, project) => {
  while (fixture.isOn()) {
    const startMs = performance.now()
    const { id, key, path } = await createKey(fixture.admin, project)
    const ask = async () =>
      (await fixture.admin.get(project, `${project.path}/api-keys`)).body.includes(id)
        ? 'v0'
        : 'refused'
    const probes = [widgetProbe(project.slug, key)]
    const subject = fixture.present(
      { name: `key ${id}`, probes, ask },
      { appearance: 'v0', startMs },
    )
    await fixture.pause()
    await fixture.write(subject, 'refused', () => fixture.admin.delete(project, path))
  }
}

const deleteImages: Script = async (fixture, project) => {
  const { admin } = fixture
  while (fixture.isOn()) {
    const startMs = performance.now()
    const { id } = await admin.upload(project, `${project.path}/assets`)
    const widget = await createWidget(admin, project, {}, [id])
    await admin.put(project, `${widget.path}/publish`, {})
    const path = `${project.path}/assets/${id}`
    const ask = async () => ((await fixture.exists(project, path)) ? 'there' : 'gone')
    const probes = [
      imageProbe(project.projectId, id),
      imageProbe(project.projectId, id, '?w=4&format=webp'),
      listedProbe(widget.slug, project.key, id),
    ]
    const subject = fixture.present(
      { name: `image ${id}`, probes, ask },
      { appearance: 'there', startMs },
    )
    await fixture.pause()
    await fixture.write(subject, 'gone', () => admin.delete(project, path))
  }
}

export const scripts: readonly Script[] = [editWidgets, revokeKeys, deleteImages]
