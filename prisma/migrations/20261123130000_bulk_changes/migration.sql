-- CreateEnum
CREATE TYPE "BulkChangeState" AS ENUM ('RUNNING', 'DONE', 'FAILED');

-- CreateTable
CREATE TABLE "bulk_changes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "project_id" UUID NOT NULL,
    "author" JSON NOT NULL,
    "change" JSON NOT NULL,
    "asset_ids" UUID[],
    "total" INTEGER NOT NULL,
    "processed" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" JSON NOT NULL DEFAULT '[]',
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "state" "BulkChangeState" NOT NULL DEFAULT 'RUNNING',
    "code" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "bulk_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "bulk_changes_project_id_state_idx" ON "bulk_changes"("project_id", "state");

-- CreateIndex
CREATE INDEX "bulk_changes_ended_at_idx" ON "bulk_changes"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "bulk_changes_project_id_id_key" ON "bulk_changes"("project_id", "id");

-- AddForeignKey
ALTER TABLE "bulk_changes" ADD CONSTRAINT "bulk_changes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Not known to Prisma from here on.

-- Random ids do not compress.
ALTER TABLE "bulk_changes" ALTER COLUMN "asset_ids" SET STORAGE EXTERNAL;

ALTER TABLE "bulk_changes" ENABLE ROW LEVEL SECURITY;

GRANT SELECT, INSERT ON "bulk_changes" TO vitrine_request;
GRANT UPDATE ("processed", "failed", "failed_count") ON "bulk_changes" TO vitrine_request;
CREATE POLICY "request" ON "bulk_changes" TO vitrine_request
    USING ("project_id" = ANY ((SELECT vitrine_projects())::uuid[]));

-- A batch itself runs as a request of its author.
GRANT SELECT, UPDATE ("done", "state", "code", "ended_at"), DELETE ON "bulk_changes" TO vitrine_job;
CREATE POLICY "job" ON "bulk_changes" TO vitrine_job USING (true);
