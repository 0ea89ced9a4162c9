-- Not known to Prisma: a kept count of the assets that are large for a web page, as the other ones in
-- "filter_counts". Its name is that of the list's filter. Counting them by the index on the size takes some 100 ms
-- if most of a million assets are large.

-- SECURITY DEFINER, because requests may not write counts.
DO $$
BEGIN
    EXECUTE format($create$
CREATE FUNCTION "count_large_assets"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, %I, pg_temp AS $body$
DECLARE
    large CONSTANT integer := 2000000;
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'minBytes=' || large, count_slot(), count(*) FROM added
        WHERE "size_bytes" >= large GROUP BY 1
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    WHEN 'UPDATE' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'minBytes=' || large, count_slot(), sum(n) FROM (
            SELECT 1 AS n, "project_id", "size_bytes" FROM added
            UNION ALL SELECT -1, "project_id", "size_bytes" FROM removed
        ) AS versions
        WHERE "size_bytes" >= large GROUP BY 1 HAVING sum(n) <> 0
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    ELSE
        -- Rows of a project that is deleted are not counted.
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", 'minBytes=' || large, count_slot(), -count(*) FROM removed
        WHERE "size_bytes" >= large AND "project_id" = ANY (left_over) GROUP BY 1
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    END CASE;
    RETURN NULL;
END $body$
    $create$, current_schema());
END $$;
REVOKE ALL ON FUNCTION "count_large_assets" FROM PUBLIC;

CREATE TRIGGER "assets_large_insert" AFTER INSERT ON "assets"
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_large_assets"();
CREATE TRIGGER "assets_large_update" AFTER UPDATE ON "assets"
    REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION "count_large_assets"();
CREATE TRIGGER "assets_large_delete" AFTER DELETE ON "assets"
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "count_large_assets"();

-- The triggers' locks keep writers out until this is committed.
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", 'minBytes=2000000', 0, count(*) FROM "assets" WHERE "size_bytes" >= 2000000 GROUP BY 1;
