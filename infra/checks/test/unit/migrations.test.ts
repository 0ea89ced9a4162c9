import { readdirSync, readFileSync } from 'node:fs'
import t from '@vitrine/testing/t'
import { findBreaking } from '../../src/sql/migrations.js'
import { root } from '../fixtures/workspace.js'

const folder = `${root}/prisma/migrations`

t.test(
  'the former release survives each migration, and its readers do not wait for one',
  async (t) => {
    const names = readdirSync(folder).filter((name) => /^\d/.test(name) && !name.endsWith('_init'))
    t.ok(names.length > 0)
    for (const name of names) {
      t.same(findBreaking(readFileSync(`${folder}/${name}/migration.sql`, 'utf8')), [], name)
    }
  },
)

t.test('what a former release would not survive is found', async (t) => {
  const breaking = [
    'DROP TABLE "presets"',
    'ALTER TABLE "projects" DROP COLUMN "name"',
    'ALTER TABLE "projects" RENAME COLUMN "name" TO "title"',
    'ALTER TABLE "projects" ALTER COLUMN "name" SET NOT NULL',
    'ALTER TABLE "projects"\n  ALTER COLUMN "name" TYPE VARCHAR(20)',
    'ALTER TABLE "projects" ADD COLUMN "a" TEXT NOT NULL',
    `ALTER TABLE "projects" ADD COLUMN "a" TEXT NOT NULL, ADD COLUMN "b" TEXT NOT NULL DEFAULT 'b'`,
    'REVOKE SELECT ON "assets" FROM vitrine_delivery',
    `UPDATE "assets" SET "tags" = '{}'`,
    'CREATE INDEX "assets_a" ON "assets" ("a")',
    'ALTER TABLE "assets" ADD CONSTRAINT "a" CHECK ("width" > 0)',
    'ALTER TABLE "assets" ADD COLUMN "token" UUID DEFAULT gen_random_uuid()',
    'VACUUM FULL',
    `SELECT 'a;b'; -- ; \nDROP FUNCTION "f"`,
  ]
  for (const sql of breaking) t.equal(findBreaking(sql).length, 1, sql)
})

t.test('what only adds is accepted, and what a comment says is not needed any more', async (t) => {
  const accepted = [
    `ALTER TABLE "projects" ADD COLUMN "a" TEXT NOT NULL DEFAULT 'x', ADD CONSTRAINT "b" CHECK ("a" <> '')`,
    `ALTER TABLE "projects" ADD COLUMN "a" TEXT DEFAULT 'x' NOT NULL`,
    'ALTER TABLE "assets" ADD COLUMN "a" TEXT',
    'ALTER TABLE "assets" ADD CONSTRAINT "a" CHECK ("width" > 0) NOT VALID',
    'REVOKE ALL ON FUNCTION "f" FROM PUBLIC',
    'CREATE INDEX CONCURRENTLY "assets_a" ON "assets" ("a")',
    'CREATE OR REPLACE FUNCTION f() RETURNS void AS $$ BEGIN DELETE FROM "assets"; END $$ LANGUAGE plpgsql',
    `-- DROP TABLE "presets"\nSELECT 'DROP TABLE'`,
    '-- Contract: no release since 0.3.0 reads it.\nALTER TABLE "projects" DROP COLUMN "a"',
  ]
  for (const sql of accepted) t.same(findBreaking(sql), [], sql)
})
