import { defineConfig } from 'prisma/config'

/** For machines that can download Prisma's own engine: `pnpm --filter @vitrine/prisma exec prisma …`. */
export default defineConfig({
  schema: 'schema.prisma',
  migrations: { path: 'migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/vitrine' },
})
