import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@vitrine/local/debian'
import { findFreePort, startProgram, untilReady } from '@vitrine/local/programs'
import { answersOk } from '@vitrine/local/services'
import { listening } from '@vitrine/testing/listening'
import type { Test } from 'tap'

type Stored = { status: number; headers: Record<string, string>; body: Buffer }

/** Shared caches in front of a service, by name. Each sends `x-cache: HIT` with an answer from the cache. */
export const caches: Record<string, (t: Test, upstream: string) => Promise<{ url: string }>> = {
  nginx: startNginx,
  'a cache that keeps all that it may': startGreedyCache,
}

/** Keeps what Cache-Control allows, for as long as the test runs. */
async function startGreedyCache(t: Test, upstream: string) {
  const kept = new Map<string, Stored>()
  const fetched = async (path: string, accept: string): Promise<Stored> => {
    const response = await fetch(upstream + path, { headers: { accept } })
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, headers: Object.fromEntries(response.headers), body }
  }
  const answerTo = async (path: string, accept: string): Promise<Stored> => {
    const key = `${accept} ${path}`
    const known = kept.get(key)
    if (known !== undefined) return { ...known, headers: { ...known.headers, 'x-cache': 'HIT' } }
    const answer = await fetched(path, accept)
    if (/public.*max-age=[1-9]/.test(answer.headers['cache-control'] ?? '')) kept.set(key, answer)
    return answer
  }
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { status, headers: sent, body } = await answerTo(url, headers.accept ?? '')
    const shown = ['content-type', 'cache-control', 'x-cache'].map((name) => [
      name,
      sent[name] ?? '',
    ])
    response.writeHead(status, Object.fromEntries(shown)).end(body)
  })
  return { url: `http://127.0.0.1:${await listening(t, server)}` }
}

/** nginx with its own rules of what may be kept; from Debian's package if PATH has none. */
async function startNginx(t: Test, upstream: string) {
  const { program, env } = await findProgram({ name: 'nginx', packageName: 'nginx' }, (line) =>
    t.comment(line),
  )
  const home = t.testdir({})
  const port = await findFreePort()
  const configuration = join(home, 'nginx.conf')
  writeFileSync(configuration, nginxConfiguration({ home, port, upstream }))
  const args = ['-p', home, '-c', configuration, '-e', join(home, 'error.log')]
  const running = await startProgram(
    { name: 'nginx', command: program, args, env: { ...env, PATH: process.env.PATH } },
    { logFile: join(home, 'nginx.log') },
  )
  t.teardown(() => running.stop())
  const url = `http://127.0.0.1:${port}`
  await untilReady(running, () => answersOk(`${url}/healthz`))
  return { url }
}

type Nginx = { home: string; port: number; upstream: string }

function nginxConfiguration({ home, port, upstream }: Nginx): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(home, name)};`,
  )
  return `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
pid ${join(home, 'nginx.pid')};
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.join('\n  ')}
  proxy_cache_path ${join(home, 'cache')} keys_zone=pictures:1m inactive=1h;
  server {
    listen 127.0.0.1:${port};
    location = /healthz { return 200 ok; }
    location / {
      proxy_pass ${upstream};
      proxy_cache pictures;
      proxy_cache_key $request_uri;
      add_header x-cache $upstream_cache_status always;
    }
  }
}
`
}
