type Labels = Readonly<Record<string, string>>
type Port = { name?: string; containerPort?: number; targetPort?: string; port?: number | string }

export type Container = {
  name: string
  image: string
  env?: { name: string; value?: string }[]
  ports?: Port[]
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    capabilities?: { add?: string[]; drop?: string[] }
  }
  resources?: { requests?: object; limits?: { memory?: string } }
} & Partial<
  Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', { httpGet?: { port: string } }>
>

type PodSpec = {
  automountServiceAccountToken?: boolean
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } }
  containers: Container[]
  terminationGracePeriodSeconds?: number
}

type PodTemplate = { metadata: { labels: Labels }; spec: PodSpec }

export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Labels }
  spec?: {
    template?: PodTemplate
    jobTemplate?: { spec: { template: PodTemplate } }
    selector?: Labels | { matchLabels: Labels }
    podSelector?: { matchLabels?: Labels }
    ports?: Port[]
  }
}

const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

/** What no schema says about the manifests of one installation, one sentence for each problem. */
export function manifestProblems(manifests: readonly Manifest[]): string[] {
  const pods = manifests.flatMap((manifest) => {
    const template = manifest.spec?.template ?? manifest.spec?.jobTemplate?.spec.template
    return template === undefined ? [] : [{ name: nameOf(manifest), ...template }]
  })
  return [
    ...manifests.flatMap((manifest) => versionProblems(manifest)),
    ...pods.flatMap(({ name, spec }) => podProblems(name, spec)),
    ...manifests.flatMap((manifest) =>
      selectionProblems(
        manifest,
        pods.map(({ metadata }) => metadata.labels),
        manifests,
      ),
    ),
  ]
}

function versionProblems(manifest: Manifest): string[] {
  if (/(^|\/)v\d+$/.test(manifest.apiVersion)) return []
  return [`${nameOf(manifest)}: ${manifest.apiVersion} is not a stable version`]
}

/** The Pod Security Standard "restricted", a root file system that is read-only, limits, and secrets by reference. */
function podProblems(name: string, spec: PodSpec): string[] {
  const { securityContext: pod = {}, containers } = spec
  const rules: [boolean, string][] = [
    [pod.runAsNonRoot === true, 'does not demand another user than root'],
    [pod.seccompProfile?.type === 'RuntimeDefault', 'has no seccomp profile'],
    [spec.automountServiceAccountToken === false, 'gets a token of the API server'],
  ]
  for (const container of containers) {
    const { securityContext: own = {}, resources, env = [], ports = [] } = container
    const portNames = ports.map(({ name }) => name)
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
    rules.push(
      [own.allowPrivilegeEscalation === false, 'may get privileges'],
      [own.readOnlyRootFilesystem === true, 'can write beside its program'],
      [String(own.capabilities?.drop) === 'ALL' && !own.capabilities?.add, 'has capabilities'],
      [resources?.requests !== undefined && !!resources.limits?.memory, 'has no limit of memory'],
      [ports.length === 0 || probes.every((probe) => probe !== undefined), 'lacks a probe'],
      [
        probes.every((probe) => !probe || portNames.includes(probe.httpGet?.port)),
        'is probed at a port that it does not have',
      ],
      [
        env.every(
          ({ name, value }) =>
            value === undefined || !/SECRET|_KEY|TOKEN|DATABASE|REDIS/.test(name),
        ),
        'has a secret as a plain value',
      ],
      [new Set(env.map(({ name }) => name)).size === env.length, 'has a variable twice'],
      [env.every(({ value }) => !/^\d+(\.\d+)?e\+/.test(value ?? '')), 'has a number like 1e+09'],
    )
  }
  return rules.filter(([isGood]) => !isGood).map(([, problem]) => `the pod of ${name} ${problem}`)
}

/** A selector that selects nothing is a service without pods, or a policy without effect. */
function selectionProblems(
  manifest: Manifest,
  pods: readonly Labels[],
  manifests: readonly Manifest[],
): string[] {
  const { kind, spec } = manifest
  const candidates =
    kind === 'ServiceMonitor'
      ? manifests.flatMap(({ kind, metadata }) =>
          kind === 'Service' && metadata.labels ? [metadata.labels] : [],
        )
      : pods
  const selector = labelsOf(spec?.podSelector ?? spec?.selector)
  if (selector === null) return []
  const matching = candidates.filter((labels) =>
    Object.entries(selector).every(([name, value]) => labels[name] === value),
  )
  return matching.length === 1
    ? []
    : [`${nameOf(manifest)} selects ${matching.length} of the components, not one`]
}

/** A Service names labels alone; all others have them in `matchLabels`. */
function labelsOf(selector: Labels | { matchLabels?: Labels } | undefined): Labels | null {
  if (selector === undefined) return null
  const { matchLabels } = selector
  return typeof matchLabels === 'object' ? matchLabels : (selector as Labels)
}
