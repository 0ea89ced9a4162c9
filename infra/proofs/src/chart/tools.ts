import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { type GoProgram, installWithGo } from '../go.js'
import type { Manifest } from './manifests.js'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const chart = join(root, 'infra/kubernetes/vitrine')

const programs = {
  helm: { name: 'helm', module: 'helm.sh/helm/v3/cmd/helm@v3.22.0', binary: 'helm' },
  kubeconform: {
    name: 'kubeconform',
    module: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
    binary: 'kubeconform',
  },
  actionlint: {
    name: 'actionlint',
    module: 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12',
    binary: 'actionlint',
  },
} as const satisfies Record<string, GoProgram>

export type Tools = Awaited<ReturnType<typeof installTools>>

/** Each call resolves to the program's output, and rejects with it if the program fails. */
export async function installTools(log: (line: string) => void, signal: AbortSignal) {
  const paths = new Map<string, string>()
  for (const program of Object.values(programs)) {
    paths.set(program.name, await installWithGo(program, 'tools', log))
  }
  const run = async (name: keyof typeof programs, args: readonly string[], input = '') => {
    const running = promisify(execFile)(paths.get(name) ?? '', args, {
      cwd: root,
      signal,
      maxBuffer: 64 * 1024 * 1024,
    })
    // A program may end before it has read its input. Its exit code says how.
    running.child.stdin?.on('error', () => undefined).end(input)
    try {
      return (await running).stdout
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      throw new Error(`${stderr}${stdout}`.trim() || String(error))
    }
  }
  return {
    lint: (values: string) => run('helm', ['lint', '--strict', chart, `--values=${values}`]),
    /** @param settings as `name=value`. */
    render: (values: string, kubernetes: string, ...settings: readonly string[]) =>
      run('helm', [
        'template',
        'trial',
        chart,
        '--namespace=vitrine',
        `--values=${values}`,
        `--kube-version=${kubernetes}`,
        ...settings.map((setting) => `--set=${setting}`),
      ]),
    conform: (manifests: string, schemas: string) =>
      run(
        'kubeconform',
        [
          '-strict',
          '-summary',
          `-schema-location=${schemas}/{{ .ResourceKind }}-{{ .Group }}-{{ .ResourceAPIVersion }}.json`,
          '-',
        ],
        manifests,
      ),
    lintWorkflows: () => run('actionlint', ['-no-color', '-shellcheck=', '-pyflakes=']),
  }
}

export const readManifests = (text: string): Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const value = document.toJS() as Manifest | null
    return value === null ? [] : [value]
  })
