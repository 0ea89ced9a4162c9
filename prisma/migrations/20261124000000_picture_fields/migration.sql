-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "focal_x" DOUBLE PRECISION,
ADD COLUMN     "focal_y" DOUBLE PRECISION,
ADD COLUMN     "placeholder_color" TEXT,
ADD COLUMN     "placeholder_thumbhash" BYTEA,
ADD COLUMN     "salient_x" DOUBLE PRECISION,
ADD COLUMN     "salient_y" DOUBLE PRECISION,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- Not known to Prisma from here on.

ALTER TABLE "assets" ADD CONSTRAINT "assets_focal_point" CHECK (
    ("focal_x" IS NULL) = ("focal_y" IS NULL)
    AND "focal_x" BETWEEN 0 AND 1 AND "focal_y" BETWEEN 0 AND 1
);
ALTER TABLE "assets" ADD CONSTRAINT "assets_salient_point" CHECK (
    ("salient_x" IS NULL) = ("salient_y" IS NULL)
    AND "salient_x" BETWEEN 0 AND 1 AND "salient_y" BETWEEN 0 AND 1
);
ALTER TABLE "assets" ADD CONSTRAINT "assets_placeholder" CHECK (
    ("placeholder_color" IS NULL) = ("placeholder_thumbhash" IS NULL)
    AND "placeholder_color" ~ '^#[0-9a-f]{6}$' AND octet_length("placeholder_thumbhash") <= 64
);

GRANT SELECT ("version", "focal_x", "focal_y", "salient_x", "salient_y",
    "placeholder_color", "placeholder_thumbhash") ON "assets" TO vitrine_delivery;

-- As before, with the new columns, all of which the public sees.
CREATE OR REPLACE FUNCTION "log_assets"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        PERFORM log_tags(
            ARRAY(SELECT 'asset:' || "id" FROM added LIMIT 1001),
            ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM added LIMIT 1001));
    WHEN 'UPDATE' THEN
        PERFORM (
            WITH was AS (
                SELECT "id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at",
                    "version", "focal_x", "focal_y", "salient_x", "salient_y",
                    "placeholder_color", "placeholder_thumbhash"
                FROM removed
            ), has_become AS (
                SELECT "id", "project_id", "filename", "content_type", "size_bytes", "width", "height",
                    "frame_count", "has_alpha", "sha256", "alt_text", "decorative", "created_at",
                    "version", "focal_x", "focal_y", "salient_x", "salient_y",
                    "placeholder_color", "placeholder_thumbhash"
                FROM added
            ), changed AS (
                (TABLE was EXCEPT TABLE has_become) UNION ALL (TABLE has_become EXCEPT TABLE was)
            )
            SELECT log_tags(
                ARRAY(SELECT DISTINCT 'asset:' || "id" FROM changed LIMIT 1001),
                ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM changed LIMIT 1001)));
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        PERFORM log_tags(
            ARRAY(SELECT 'asset:' || "id" FROM removed WHERE "project_id" = ANY (left_over) LIMIT 1001),
            ARRAY(SELECT 'project:' || unnest(left_over) LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION "log_assets" SECURITY DEFINER SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;
