import type { Snapshot } from '@vitrine/coherence'
import { tags } from '@vitrine/contracts'
import type { Database } from '@vitrine/database'
import type { Sql } from '@vitrine/database/sql'
import { apiKeyRepository } from '../../src/resources/api-keys/repository.js'
import { assetRepository } from '../../src/resources/assets/repository.js'
import { imageRulesRepository } from '../../src/resources/image-rules/repository.js'
import { widgetRepository } from '../../src/resources/widgets/repository.js'

/** All delivery lookups: each slug in each project, assets by their address, image rules, and keys. */
export type Subjects = {
  readonly projects: readonly string[]
  readonly slugs: readonly string[]
  readonly assets: readonly { readonly projectId: string; readonly id: string }[]
  readonly hashes: readonly Buffer[]
}

/** By lookup. */
export type Answers = ReadonlyMap<string, Snapshot<unknown>>

/** Names the answers that changed although none of their tags was logged. */
export class Forgotten extends Error {}

export async function answersOn(sql: Sql, subjects: Subjects): Promise<Answers> {
  const { projects, slugs, assets, hashes } = subjects
  const widgetAnswers = widgetRepository(sql)
  const assetAnswers = assetRepository(sql)
  const keyAnswers = apiKeyRepository(sql)
  const ruleAnswers = imageRulesRepository(sql)
  const questions: [question: string, answer: Promise<Snapshot<unknown>>][] = [
    ...projects.flatMap((id, p) =>
      slugs.map((slug) => ask(`project ${p}, slug ${slug}`, widgetAnswers.findBySlug(id, slug))),
    ),
    ...assets.map(({ projectId, id }) =>
      ask(`project ${projects.indexOf(projectId)}, asset ${id}`, assetAnswers.find(projectId, id)),
    ),
    ...projects.map((id, p) => ask(`rules of project ${p}`, ruleAnswers.find(id))),
    ...hashes.map((hash, k) => ask(`key ${k}`, keyAnswers.findByHash(new Uint8Array(hash)))),
  ]
  return new Map(
    await Promise.all(questions.map(async ([name, answer]) => [name, await answer] as const)),
  )
}

const ask = (
  question: string,
  answer: Promise<Snapshot<unknown>>,
): [string, Promise<Snapshot<unknown>>] => [question, answer]

/**
 * Repeats all earlier lookups. If an answer has changed, the log must name one of the tags of the old
 * answer, after the head of the old answer.
 *
 * @throws Forgotten
 */
export async function requireLogged(database: Database, before: Answers, after: Answers) {
  const oldest = Math.min(...[...before.values()].map(({ asOf }) => asOf))
  const log = await database.changeLog.findMany({ where: { seq: { gt: oldest } } })
  const isRefuted = (old: Snapshot<unknown>) =>
    log.some(
      (change) =>
        Number(change.seq) > old.asOf &&
        change.tags.some((tag) => tag === tags.everything || old.tags.includes(tag)),
    )
  const missed = [...before].flatMap(([question, old]) => {
    const isSame = JSON.stringify(old.value) === JSON.stringify(after.get(question)?.value)
    return isSame || isRefuted(old) ? [] : [question]
  })
  if (missed.length > 0) throw new Forgotten(missed.join('; '))
}
