import t from '@vitrine/testing/t'
import { type Container, type Manifest, manifestProblems } from '../../src/chart/manifests.js'

const probe = { httpGet: { port: 'probes' } }
const labels = { app: 'delivery' }

const container: Container = {
  name: 'delivery',
  image: 'delivery',
  env: [{ name: 'PORT', value: '3002' }, { name: 'REDIS_URL' }],
  ports: [{ name: 'probes', containerPort: 9090 }],
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  resources: { requests: {}, limits: { memory: '1Gi' } },
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
}

const deployment = (own: Partial<Container> = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'delivery' },
  spec: {
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [{ ...container, ...own }],
      },
    },
  },
})

t.test('a deployment as it should be has no problems', async (t) => {
  t.strictSame(manifestProblems([deployment()]), [])
})

for (const [own, problem] of [
  [{ securityContext: {} }, 'may get privileges'],
  [{ securityContext: { capabilities: { drop: ['NET_RAW'] } } }, 'has capabilities'],
  [{ livenessProbe: { httpGet: { port: 'http' } } }, 'is probed at a port that it does not have'],
  [{ env: [{ name: 'JWT_SECRETS', value: 'default:x' }] }, 'has a secret as a plain value'],
  [{ env: [{ name: 'RENDITION_DISK_BYTES', value: '1.07e+09' }] }, 'has a number like 1e+09'],
  [{ resources: { requests: {} } }, 'has no limit of memory'],
] satisfies [Partial<Container>, string][]) {
  t.test(`a pod that ${problem} is found`, async (t) => {
    const problems = manifestProblems([deployment(own)])
    t.ok(problems.includes(`the pod of Deployment delivery ${problem}`), problems.join('\n'))
  })
}

t.test('a version that may go away and a selector without effect are found', async (t) => {
  const budget: Manifest = {
    apiVersion: 'policy/v1beta1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'delivery' },
    spec: { selector: { matchLabels: { app: 'other' } } },
  }
  t.strictSame(manifestProblems([deployment(), budget]), [
    'PodDisruptionBudget delivery: policy/v1beta1 is not a stable version',
    'PodDisruptionBudget delivery selects 0 of the components, not one',
  ])
})
