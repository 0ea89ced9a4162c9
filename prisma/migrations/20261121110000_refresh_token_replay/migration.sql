-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN "replayed_at" TIMESTAMPTZ(3);
