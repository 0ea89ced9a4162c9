#!/bin/sh
# Makes a folder with only what one workspace package needs to run: what its package.json names as
# `files`, its dist above all, and its production dependencies. Needs the workspace installed and the
# package built, and pnpm on PATH.
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
# v1.d.ts describes the element of the embed to those who embed it: delivery serves it.
rm -f README.md
for built in dist node_modules/.pnpm/@vitrine+*/node_modules/@vitrine; do
  [ -d "$built" ] || continue
  find "$built" \( -name '*.map' -o -name '*.d.ts' -not -name v1.d.ts -o -name README.md \) -delete
done
# Another optional peer of it, for types only, and larger than all the rest.
rm -rf node_modules/.pnpm/typescript@* node_modules/.pnpm/@typescript+*
# What plans queries, for six databases. The bundle has a copy of the one that is used.
find node_modules/.pnpm -path '*/@prisma/client/runtime/query_compiler_*' -delete
# A fifth of the rest is for debuggers and compilers.
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -not -name v1.d.ts -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
rm -rf node_modules/.pnpm/@types+*
find node_modules -xtype l -delete
