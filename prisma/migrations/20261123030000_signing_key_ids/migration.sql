-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN     "successor_kid" TEXT;

-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "kid" TEXT;
