-- A place in a widget's list may have texts and a link of its own.
ALTER TABLE "widget_assets"
    ADD COLUMN "caption" TEXT,
    ADD COLUMN "alt_text" TEXT,
    ADD COLUMN "link_url" TEXT,
    ADD COLUMN "link_new_tab" BOOLEAN NOT NULL DEFAULT false;

-- The places of a widget that is published; none of a draft. `vitrine_published_places` stays for the
-- previous release.
CREATE FUNCTION "vitrine_published_items"(of_widget uuid)
RETURNS TABLE ("place" integer, "shown_asset_id" uuid, "own_alt_text" text, "caption" text, "link" json)
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 AS $$
BEGIN
    IF EXISTS (SELECT FROM "widgets" WHERE "id" = of_widget AND "status" = 'PUBLISHED') THEN
        RETURN QUERY
            SELECT item."position", item."asset_id", item."alt_text", item."caption",
                CASE WHEN item."link_url" IS NOT NULL THEN
                    json_build_object('url', item."link_url", 'newTab', item."link_new_tab")
                END
            FROM "widget_assets" AS item WHERE item."widget_id" = of_widget;
    END IF;
END $$;

DO $$
BEGIN
    -- Temporary tables come last: unnamed, they come first, and a caller's own table would be read.
    EXECUTE format('ALTER FUNCTION "vitrine_published_items" SET search_path = pg_catalog, %I, pg_temp',
        current_schema());
END $$;
REVOKE ALL ON FUNCTION "vitrine_published_items" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "vitrine_published_items" TO vitrine_delivery;
