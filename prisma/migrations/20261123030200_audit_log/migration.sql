-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "address" TEXT,
ADD COLUMN     "reason" TEXT,
ADD COLUMN     "resource_ids" UUID[];

-- CreateIndex
CREATE INDEX "audit_events_created_at_idx" ON "audit_events"("created_at");

-- CreateIndex
CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

-- Not known to Prisma from here on.

-- Only events of several resources have a list.
CREATE INDEX "audit_events_resource_ids_idx" ON "audit_events" USING GIN ("resource_ids")
    WHERE "resource_ids" IS NOT NULL;
