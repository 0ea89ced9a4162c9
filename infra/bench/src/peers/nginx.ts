import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { SystemProgram } from '@vitrine/local/debian'
import { findFreePort } from '@vitrine/local/programs'
import { type Peer, startPeer } from './peer.js'
import type { Served } from './served.js'

/**
 * nginx with one worker that serves files, because our server is one process. Uses no system
 * configuration.
 */
export async function startNginx(
  { program, env }: SystemProgram,
  served: Served,
  folder: string,
): Promise<Peer> {
  const home = join(folder, 'nginx')
  const port = await findFreePort()
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'nginx.conf'), configuration(served, home, port))
  return startPeer({
    port,
    folder,
    program: {
      name: 'nginx',
      command: program,
      args: ['-p', home, '-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')],
      env: { ...env, PATH: process.env.PATH },
    },
  })
}

function configuration({ path, file, headers }: Served, home: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(home, name)};`,
  )
  return `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
pid ${join(home, 'nginx.pid')};
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port};
    location = /healthz { return 200 ok; }
    location = ${path} { alias ${file}; default_type "${headers['content-type']}"; }
  }
}
`
}
