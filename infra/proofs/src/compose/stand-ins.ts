import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isolated } from '../images/base-image.js'
import type { Podman } from '../images/podman.js'

/*
 * No image of others is fetched. Each has a stand-in under its name: the same program, built by Go at the same version, or
 * the one that Debian has.
 */

/** From Debian in place of Alpine and others: Redis 7.0 for Valkey 8, Postgres 15 for 18, Varnish 7.1 for 7.7, aws-cli 2.9. */
const common = `FROM localhost/vitrine-debian
RUN apt-get update \\
    && apt-get install --yes --no-install-recommends busybox redis-server postgresql varnish awscli \\
    && ln -s /bin/busybox /usr/local/bin/wget \\
    && ln -s /usr/bin/redis-server /usr/local/bin/valkey-server \\
    && ln -s /usr/bin/redis-cli /usr/local/bin/valkey-cli \\
    && useradd valkey
COPY caddy versitygw postgres.sh aws /usr/local/bin/
`

/** What the official image of Postgres does at its first start, and no more. */
const postgres = `#!/bin/sh
set -eu
bin=$(dirname "$(ls /usr/lib/postgresql/*/bin/postgres)")
data=/var/lib/postgresql/data
if [ ! -e "$data/PG_VERSION" ]; then
  mkdir -p "$data"
  chown postgres "$data"
  echo "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  setpriv --reuid=postgres --regid=postgres --clear-groups \\
    "$bin/initdb" --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 "$data" > /dev/null
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_DB" | setpriv --reuid=postgres --regid=postgres --clear-groups \\
    "$bin/postgres" --single -D "$data" postgres > /dev/null
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp
`

/** Debian's version does not read the address of the store from the environment yet. */
const aws = `#!/bin/sh
exec /usr/bin/aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"
`

/** What runs if compose.yaml does not say it, by the first part of an image's name. */
const starts: Readonly<Record<string, string>> = {
  caddy: 'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
  'versity/versitygw': 'ENTRYPOINT ["versitygw"]',
  postgres: 'ENTRYPOINT ["sh", "/usr/local/bin/postgres.sh"]',
  'valkey/valkey': 'RUN mkdir /data && chown valkey /data\nWORKDIR /data',
  'amazon/aws-cli': '',
  varnish: '',
}

/** @param programs paths of caddy and versitygw. @param names of the images, as in compose.yaml. */
export async function makeStandIns(
  programs: readonly string[],
  names: readonly string[],
  { podman, folder }: { podman: Podman; folder: string },
): Promise<void> {
  const files = join(folder, 'stand-ins')
  await mkdir(files, { recursive: true })
  for (const program of programs) await cp(program, join(files, program.split('/').at(-1) ?? ''))
  await writeFile(join(files, 'postgres.sh'), postgres)
  await writeFile(join(files, 'aws'), aws, { mode: 0o755 })
  await writeFile(join(files, 'Containerfile'), common)
  const base = 'localhost/vitrine-stand-ins'
  await podman('build', ...isolated, `--tag=${base}`, files)
  for (const name of names) {
    const start = starts[name.split(':')[0] ?? '']
    if (start === undefined) throw new Error(`there is no stand-in for ${name}`)
    const file = join(files, `Containerfile.${name.replace(/\W/g, '-')}`)
    await writeFile(file, `FROM ${base}\n${start}\n`)
    await podman('build', ...isolated, `--file=${file}`, `--tag=${qualified(name)}`, files)
  }
}

/** The whole name of an image of Docker's registry. */
export const qualified = (name: string): string =>
  name.includes('/') ? `docker.io/${name}` : `docker.io/library/${name}`
