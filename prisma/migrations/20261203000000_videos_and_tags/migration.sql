-- Pictures that are posters of videos, and the tags of pictures in widgets that filter by them.

ALTER TABLE "widget_assets" ADD COLUMN "video_url" TEXT;

-- Tags have a tag of their own in the log: only widgets that filter by tags show them, so other answers that name the
-- asset stay valid, and a cache in front keeps its pictures.
CREATE OR REPLACE FUNCTION "log_assets"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
        PERFORM (
            WITH changed AS (
                SELECT "id", added."project_id" FROM added JOIN removed USING ("id")
                WHERE added."tags" IS DISTINCT FROM removed."tags"
            )
            SELECT log_tags(
                ARRAY(SELECT 'asset-tags:' || "id" FROM changed LIMIT 1001),
                ARRAY(SELECT DISTINCT 'project:' || "project_id" FROM changed LIMIT 1001)));
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        PERFORM log_tags(
            ARRAY(SELECT 'asset:' || "id" FROM removed WHERE "project_id" = ANY (left_over) LIMIT 1001),
            ARRAY(SELECT 'project:' || unnest(left_over) LIMIT 1001));
    END CASE;
    RETURN NULL;
END $$;

-- With "video", and with "tags" where the configuration may have the key "filterByTags". The release before reads the
-- other columns by their names. Delivery publishes only the tags that the key names: see packages/contracts.
-- Contract: it is created again in the same transaction.
DROP FUNCTION "vitrine_published_items"(uuid);
CREATE FUNCTION "vitrine_published_items"(of_widget uuid)
RETURNS TABLE ("place" integer, "shown_asset_id" uuid, "own_alt_text" text, "caption" text, "link" json,
    "video" json, "shown_tags" text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 AS $$
DECLARE
    may_filter boolean;
BEGIN
    SELECT "config"::text ~ 'filter(ByTags|_by_tags)' INTO may_filter
    FROM "widgets" WHERE "id" = of_widget AND "status" = 'PUBLISHED';
    IF FOUND THEN
        RETURN QUERY
            SELECT item."position", item."asset_id", item."alt_text", item."caption",
                CASE WHEN item."link_url" IS NOT NULL THEN
                    json_build_object('url', item."link_url", 'newTab', item."link_new_tab")
                END,
                CASE WHEN item."video_url" IS NOT NULL THEN json_build_object('url', item."video_url") END,
                CASE WHEN may_filter THEN (SELECT "tags" FROM "assets" WHERE "id" = item."asset_id") END
            FROM "widget_assets" AS item WHERE item."widget_id" = of_widget;
    END IF;
END $$;
REVOKE ALL ON FUNCTION "vitrine_published_items" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "vitrine_published_items" TO vitrine_delivery;

-- As in "init", they look names up in this schema alone.
DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION "log_assets"() SET search_path = pg_catalog, %I, pg_temp', current_schema());
    EXECUTE format('ALTER FUNCTION "vitrine_published_items"(uuid) SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;
