import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { cacheFolder, downloadModule } from '../go.js'

/** The oldest version of Kubernetes that Chart.yaml allows, and the newest that is out. */
export const kubernetesVersions = ['1.30.14', '1.37.2'] as const

/** The kinds of Kubernetes that the chart may use, by their stable versions: those that are not here are refused. */
const groups: Readonly<Record<string, readonly string[]>> = {
  api__v1: ['Service', 'ServiceAccount'],
  apis__apps__v1: ['Deployment'],
  apis__autoscaling__v2: ['HorizontalPodAutoscaler'],
  apis__batch__v1: ['CronJob', 'Job'],
  'apis__networking.k8s.io__v1': ['Ingress', 'NetworkPolicy'],
  apis__policy__v1: ['PodDisruptionBudget'],
}

/** Kinds that are installed in a cluster, with the version of them that the chart uses. */
const installed = [
  {
    module: 'sigs.k8s.io/gateway-api@v1.4.1',
    file: 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml',
    version: 'v1',
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator@v0.85.0',
    file: 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
    version: 'v1',
  },
] as const

type Schema = { [name: string]: unknown }

/**
 * Writes the JSON schemas of all kinds as kubeconform reads them: from the OpenAPI documents in the module of Kubernetes, and the
 * definitions in those of the Gateway API and the Prometheus operator.
 *
 * @returns their folder.
 */
export async function writeSchemas(kubernetes: string): Promise<string> {
  const folder = join(cacheFolder, 'tools', `schemas-${kubernetes}`)
  await mkdir(folder, { recursive: true })
  const write = (kind: string, group: string, version: string, schema: Schema) =>
    writeFile(
      join(folder, `${kind.toLowerCase()}-${group}-${version}.json`),
      JSON.stringify(schema),
    )
  const module = await downloadModule(`k8s.io/kubernetes@v${kubernetes}`)
  for (const [name, kinds] of Object.entries(groups)) {
    const file = join(module, 'api/openapi-spec/v3', `${name}_openapi.json`)
    const { components } = JSON.parse(await readFile(file, 'utf8')) as {
      components: { schemas: Record<string, Schema> }
    }
    const definitions = strict(components.schemas) as Record<string, Schema>
    // For kubeconform the first group, which has no name, is called by its version.
    const [group = '', version = ''] = name === 'api__v1' ? ['v1', 'v1'] : name.split('__').slice(1)
    for (const kind of kinds) {
      const own = Object.keys(definitions).find((name) => name.endsWith(`.${version}.${kind}`))
      if (own === undefined) throw new Error(`Kubernetes ${kubernetes} has no ${group} ${kind}`)
      await write(kind, group, version, { $ref: `#/definitions/${own}`, definitions })
    }
  }
  for (const { module, file, version } of installed) {
    const text = await readFile(join(await downloadModule(module), file), 'utf8')
    const { spec } = parse(text) as {
      spec: {
        group: string
        names: { kind: string }
        versions: { name: string; schema: { openAPIV3Schema: Schema } }[]
      }
    }
    const found = spec.versions.find(({ name }) => name === version)
    if (found === undefined) throw new Error(`${module} has no ${spec.names.kind} ${version}`)
    const schema = strict(found.schema.openAPIV3Schema) as Schema
    // The kinds describe metadata as an object alone.
    await write(spec.names.kind, spec.group, version, withAnyMetadata(schema))
  }
  return folder
}

const withAnyMetadata = (schema: Schema): Schema => ({
  ...schema,
  properties: { ...(schema.properties as Schema), metadata: { type: 'object' } },
})

const isDeprecated = (schema: unknown): boolean =>
  typeof schema === 'object' &&
  schema !== null &&
  /\bdeprecated:|\bis (a )?deprecated\b/i.test(String((schema as Schema).description ?? ''))

/** The schema as JSON Schema that accepts no unknown field, and none that is deprecated. Descriptions are left out. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict)
  if (typeof node !== 'object' || node === null) return node
  const { properties, ...rest } = node as Schema
  const result: Schema = {}
  for (const [name, value] of Object.entries(rest)) {
    if (['description', 'default', 'format'].includes(name) || name.startsWith('x-')) continue
    result[name] =
      name === '$ref'
        ? String(value).replace('#/components/schemas/', '#/definitions/')
        : strict(value)
  }
  if (rest['x-kubernetes-int-or-string'] === true) result.type = ['integer', 'string']
  if (typeof properties !== 'object' || properties === null) return result
  const kept = Object.entries(properties).filter(([, schema]) => !isDeprecated(schema))
  return {
    ...result,
    properties: Object.fromEntries(kept.map(([name, schema]) => [name, strict(schema)])),
    ...(rest['x-kubernetes-preserve-unknown-fields'] !== true && { additionalProperties: false }),
  }
}
