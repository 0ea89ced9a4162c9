-- Who may fetch originals, and up to which size anyone may see a project's pictures.

ALTER TABLE "projects"
    ADD COLUMN "originals" TEXT NOT NULL DEFAULT 'public',
    ADD COLUMN "max_public_width" INTEGER NOT NULL DEFAULT 2048,
    ADD CONSTRAINT "projects_originals" CHECK ("originals" IN ('public', 'signed')),
    ADD CONSTRAINT "projects_max_public_width" CHECK ("max_public_width" BETWEEN 320 AND 4096);

GRANT SELECT ("originals", "max_public_width") ON "projects" TO vitrine_delivery;

-- The entry of each asset, and of each published widget, contains both.
CREATE OR REPLACE FUNCTION "log_projects"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    CASE TG_OP
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            WITH was AS (
                SELECT "id", "organization_id", "transformations", "originals", "max_public_width" FROM removed
            ),
            has_become AS (
                SELECT "id", "organization_id", "transformations", "originals", "max_public_width" FROM added
            ),
            changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT DISTINCT 'project:' || "id" FROM changed LIMIT 1001));
    ELSE
        PERFORM log_tags(ARRAY(SELECT 'project:' || "id" FROM removed LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- A replaced function loses its settings: as in "init", it looks names up in this schema alone.
DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION "log_projects"() SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
