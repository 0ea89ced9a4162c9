import { proveBackends } from './backends/prove.js'
import { proveBackup } from './backup/prove.js'
import { proveCdn } from './cdn/prove.js'
import { proveChaos } from './chaos/prove.js'
import { proveChart } from './chart/prove.js'
import { proveCompose } from './compose/prove.js'
import { proveFuzz } from './fuzz/prove.js'
import { proveImages } from './images/prove.js'
import type { Proof } from './proof.js'
import { proveSbom } from './sbom/prove.js'
import { proveSheet } from './sheet/prove.js'
import { proveSimulation } from './simulation/prove.js'
import { proveStores } from './stores/prove.js'
import { proveUpgrade } from './upgrade/prove.js'

const services = ['services/', 'packages/', 'prisma/', 'infra/local/', 'pnpm-lock.yaml']
const own = (...names: string[]) => names.map((name) => `infra/proofs/src/${name}`)

/** In the order in which they run. */
export const proofs: readonly Proof[] = [
  {
    name: 'simulation',
    inputs: ['packages/coherence/', ...own('simulation/', 'history.ts')],
    prove: proveSimulation,
  },
  {
    name: 'chaos',
    inputs: [...services, ...own('chaos/', 'stack/', 'history.ts')],
    prove: proveChaos,
  },
  {
    name: 'cdn',
    inputs: [
      ...services,
      ...own('cdn/', 'chaos/', 'stack/', 'history.ts'),
      'infra/compose/varnish.vcl',
    ],
    prove: proveCdn,
  },
  {
    name: 'sbom',
    inputs: ['infra/checks/src/supply-chain/', 'pnpm-lock.yaml', ...own('sbom/')],
    prove: proveSbom,
  },
  {
    name: 'backup',
    inputs: [
      'prisma/',
      'packages/contracts/src/object-keys.ts',
      'packages/object-store/',
      ...own('backup/', 'stack/'),
    ],
    prove: proveBackup,
  },
  { name: 'fuzz', inputs: [...services, ...own('fuzz/', 'stack/')], prove: proveFuzz },
  {
    name: 'sheet',
    inputs: [...services, ...own('sheet/', 'stack/'), 'prisma/pictures/'],
    rare: 'makes pictures for people to look at, in minutes',
    prove: proveSheet,
  },
  {
    name: 'stores',
    inputs: [...services, ...own('stores/', 'stack/', 'go.ts')],
    rare: 'needs Go, or a store that S3_* name, and minutes',
    prove: proveStores,
  },
  {
    name: 'chart',
    inputs: ['infra/kubernetes/', '.github/workflows/', ...own('chart/', 'go.ts')],
    rare: 'needs Go and minutes',
    prove: proveChart,
  },
  {
    name: 'images',
    inputs: [...services, ...own('images/', 'stack/'), '.dockerignore'],
    rare: 'needs podman, mmdebstrap and minutes',
    prove: proveImages,
  },
  {
    name: 'compose',
    inputs: [
      ...services,
      ...own('compose/', 'images/', 'stack/', 'go.ts'),
      'infra/compose/',
      'infra/compose.yaml',
      '.dockerignore',
    ],
    rare: 'needs podman, mmdebstrap, Go and minutes',
    prove: proveCompose,
  },
  {
    name: 'backends',
    inputs: [...services, ...own('backends/', 'chaos/', 'stack/', 'history.ts'), 'infra/backends/'],
    rare: "needs Debian's packages as root, and minutes",
    prove: proveBackends,
  },
  {
    name: 'upgrade',
    inputs: [...services, ...own('upgrade/', 'chaos/', 'stack/', 'history.ts'), 'CHANGELOG.md'],
    rare: 'needs the history of git, and minutes',
    prove: proveUpgrade,
  },
]
