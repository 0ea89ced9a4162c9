-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "client_request_id" TEXT;
