-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "wide_gamut" BOOLEAN NOT NULL DEFAULT false;

-- Not known to Prisma from here on. It changes only with "sha256", whose changes are logged.

-- Delivery plans renditions, and so does the job that makes them ahead.
GRANT SELECT ("wide_gamut") ON "assets" TO vitrine_delivery, vitrine_job;
