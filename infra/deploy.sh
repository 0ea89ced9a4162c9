#!/bin/sh
# Makes a folder with only what one workspace package needs to run: its dist, and its production
# dependencies. Needs the workspace installed and the package built, and pnpm on PATH.
set -eu

if [ $# -ne 2 ]; then
  echo 'usage: deploy.sh <package> <folder>, as in: deploy.sh @vitrine/delivery /srv/delivery' >&2
  exit 2
fi
package=$1
folder=$2

cd "$(dirname "$0")/.."
# --legacy: the other way needs every workspace package injected, in development as well.
# auto-install-peers would bring the whole Prisma CLI, an optional peer of @prisma/client.
pnpm --filter "$package" deploy --prod --legacy --config.auto-install-peers=false "$folder"

cd "$folder"
for built in . node_modules/.pnpm/@vitrine+*/node_modules/@vitrine/*; do
  [ -d "$built" ] && [ ! -L "$built" ] || continue
  (
    cd "$built"
    rm -rf src test dist-test Dockerfile README.md turbo.json tsconfig*.json generate.mjs
    find . -mindepth 1 -maxdepth 1 -name '.*' -exec rm -rf {} +
    if [ -d dist ]; then
      find dist -name '*.map' -delete
      find dist -name '*.d.ts' -delete
    fi
  )
done
# Another optional peer of it, for types only, and larger than all the rest.
rm -rf node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+*
# What plans queries for the databases that are not Postgres: half of what would be left.
find node_modules/.pnpm -path '*/@prisma/client/runtime/query_compiler_*' \
  ! -name '*.postgresql.*' -delete
find node_modules -xtype l -delete
