-- A picture of the project that is drawn on what anyone may see of its pictures.

ALTER TABLE "projects"
    ADD COLUMN "watermark_asset_id" UUID,
    ADD COLUMN "watermark_position" TEXT,
    ADD COLUMN "watermark_opacity" DOUBLE PRECISION,
    ADD COLUMN "watermark_scale" DOUBLE PRECISION,
    ADD COLUMN "watermark_from" INTEGER,
    ADD CONSTRAINT "projects_watermark" CHECK (
        num_nulls("watermark_asset_id", "watermark_position", "watermark_opacity", "watermark_scale", "watermark_from") IN (0, 5)),
    ADD CONSTRAINT "projects_watermark_position" CHECK ("watermark_position" IN
        ('top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right', 'tile')),
    ADD CONSTRAINT "projects_watermark_opacity" CHECK ("watermark_opacity" BETWEEN 0.05 AND 1),
    ADD CONSTRAINT "projects_watermark_scale" CHECK ("watermark_scale" BETWEEN 0.05 AND 1),
    ADD CONSTRAINT "projects_watermark_from" CHECK ("watermark_from" BETWEEN 1 AND 4096),
    -- Checked at the end of a statement: the picture cannot be deleted, unless its project is.
    ADD CONSTRAINT "projects_id_watermark_asset_id_fkey" FOREIGN KEY ("id", "watermark_asset_id")
        REFERENCES "assets" ("project_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;

GRANT SELECT ("watermark_asset_id", "watermark_position", "watermark_opacity", "watermark_scale", "watermark_from")
    ON "projects" TO vitrine_delivery, vitrine_job;

-- The entry of each asset contains the watermark, too.
CREATE OR REPLACE FUNCTION "log_projects"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    CASE TG_OP
    WHEN 'UPDATE' THEN
        PERFORM log_tags(ARRAY(
            WITH was AS (
                SELECT "id", "organization_id", "transformations", "originals", "max_public_width", "watermark_asset_id",
                    "watermark_position", "watermark_opacity", "watermark_scale", "watermark_from" FROM removed
            ),
            has_become AS (
                SELECT "id", "organization_id", "transformations", "originals", "max_public_width", "watermark_asset_id",
                    "watermark_position", "watermark_opacity", "watermark_scale", "watermark_from" FROM added
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
