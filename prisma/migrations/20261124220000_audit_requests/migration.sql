-- CreateIndex
CREATE INDEX "audit_events_organization_id_request_id_idx" ON "audit_events"("organization_id", "request_id");
