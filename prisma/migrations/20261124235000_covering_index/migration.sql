-- Not known to Prisma, which has no INCLUDE: the index in the order of the creation, with what most filters compare.
-- A filter by several of these columns, and the number of its matches, need no look at the table.
CREATE INDEX "assets_by_creation" ON "assets"("project_id", "created_at" DESC, "id")
    INCLUDE ("folder_id", "content_type", "unused", "size_bytes", "updated_at");

-- The former one had the same key. The release before this one uses either.
DROP INDEX "assets_project_id_created_at_id_idx";
