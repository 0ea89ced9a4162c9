import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '@vitrine/local/debian'
import { findFreePort, startProgram, untilReady } from '@vitrine/local/programs'
import { createCaller } from '@vitrine/testing/http'

type Upstreams = { delivery: readonly number[]; management: readonly number[] }

/** A router in front of both services. Its interface is that of what `runReaders` reads from. */
export type Router = {
  name: string
  url: () => string
  wasDown: () => boolean
  stop: () => Promise<unknown>
}

type Start = {
  upstreams: Upstreams
  folder: string
  log: (line: string) => void
}

/** nginx and HAProxy, each with the settings of infra/PRODUCTION.md. */
export const startRouters = (start: Start): Promise<[Router, Router]> =>
  Promise.all([startRouter('nginx', start), startRouter('haproxy', start)])

const programs = {
  nginx: { config: nginxConfig, args: (file: string) => ['-c', file, '-e', 'stderr'] },
  haproxy: { config: haproxyConfig, args: (file: string) => ['-db', '-f', file] },
}

async function startRouter(
  name: keyof typeof programs,
  { upstreams, folder, log }: Start,
): Promise<Router> {
  const { program, env } = await findProgram({ name, packageName: name }, log)
  const { config, args } = programs[name]
  const port = await findFreePort()
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  const file = join(own, 'config')
  writeFileSync(file, config({ ...upstreams, port, folder: own }))
  const running = await startProgram(
    { name, command: program, args: args(file), env: { PATH: process.env.PATH, ...env } },
    { logFile: join(own, 'log') },
  )
  const url = `http://127.0.0.1:${port}`
  const caller = createCaller({ timeoutMs: 5000 })
  await untilReady(running, () =>
    caller.send(url, { path: '/api/v1/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  caller.close()
  return { name, url: () => url, wasDown: () => false, stop: () => running.stop() }
}

type Place = Upstreams & { port: number; folder: string }

function nginxConfig({ delivery, management, port, folder }: Place): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const upstream = (name: string, ports: readonly number[]) => `  upstream ${name} {
${ports.map((each) => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 32;
    keepalive_timeout 2s;
  }`
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http {
  access_log off;
${temporary}
  client_max_body_size 30m;
${upstream('delivery', delivery)}
${upstream('management', management)}
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_connect_timeout 2s;
  proxy_read_timeout 75s;
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    location ~ ^/(api/v1/|embed) { proxy_pass http://delivery; }
    location / { proxy_pass http://management; }
  }
}
`
}

function haproxyConfig({ delivery, management, port }: Place): string {
  const backend = (name: string, ports: readonly number[]) => `backend ${name}
  option httpchk GET /readyz
  default-server check inter 500ms fall 1 rise 1
${ports.map((each, index) => `  server ${name}${index} 127.0.0.1:${each}`).join('\n')}`
  return `global
  maxconn 4096
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout http-keep-alive 75s
  option redispatch 1
  retries 4
  retry-on conn-failure empty-response
frontend web
  bind 127.0.0.1:${port}
  http-request disable-l7-retry if METH_POST
  use_backend delivery if { path_beg /api/v1/ /embed }
  default_backend management
${backend('delivery', delivery)}
${backend('management', management)}
`
}
