-- CreateIndex
CREATE INDEX "projects_organization_id_updated_at_id_idx" ON "projects"("organization_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "projects_organization_id_name_id_idx" ON "projects"("organization_id", "name", "id");

-- CreateIndex
CREATE INDEX "folders_project_id_updated_at_id_idx" ON "folders"("project_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "folders_project_id_name_id_idx" ON "folders"("project_id", "name", "id");

-- CreateIndex
CREATE INDEX "widgets_project_id_updated_at_id_idx" ON "widgets"("project_id", "updated_at" DESC, "id");

-- CreateIndex
CREATE INDEX "widgets_project_id_name_id_idx" ON "widgets"("project_id", "name", "id");
