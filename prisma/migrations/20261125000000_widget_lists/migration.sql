-- Not known to Prisma, which has neither INCLUDE nor indexes of expressions.

-- ------------------------------------------------------------------- orders

-- One index for each order, with what the filters compare: pages, also far behind, need no look at the table.
CREATE INDEX "widgets_by_creation" ON "widgets"("project_id", "created_at" DESC, "id")
    INCLUDE ("status", "layout");
CREATE INDEX "widgets_by_update" ON "widgets"("project_id", "updated_at" DESC, "id")
    INCLUDE ("status", "layout");
CREATE INDEX "widgets_by_name" ON "widgets"("project_id", "name", "id") INCLUDE ("status", "layout");

-- The former ones had the same keys. The release before this one uses either.
DROP INDEX "widgets_project_id_created_at_id_idx";
DROP INDEX "widgets_project_id_updated_at_id_idx";
DROP INDEX "widgets_project_id_name_id_idx";

-- An index is read without the table as long as the table's newest pages were vacuumed; Postgres would wait for a
-- fifth of the table to be new.
ALTER TABLE "widgets" SET (autovacuum_vacuum_insert_scale_factor = 0.02);

-- ------------------------------------------------------------------- the search

-- The separator is a line feed, which a searched text cannot contain. The same expression as in the view.
CREATE INDEX "widgets_search_text_idx" ON "widgets"
    USING gin ("project_id", (lower("name" || E'\n' || "slug")) gin_trgm_ops);

-- The widgets of the named project, for lists: see the view "project_assets".
CREATE VIEW "project_widgets" AS
SELECT "id", "project_id", "name", "status", "layout", "created_at", "updated_at",
    lower("name" || E'\n' || "slug") AS "search_text"
FROM "widgets" WHERE "project_id" = (SELECT vitrine_project());

GRANT SELECT ON "project_widgets" TO vitrine_request;

-- ------------------------------------------------------------------- kept counts

-- A row by status, and one for each combination of status and layout: the number of widgets that match either or
-- both is the sum of a few such rows.
CREATE FUNCTION "widget_filters"(status "WidgetStatus", layout "Layout") RETURNS SETOF text
LANGUAGE sql IMMUTABLE AS $$
    SELECT unnest(ARRAY['status=' || status, 'widgets=' || status || '|' || layout])
$$;
-- It reads no table, and as a plain function it is expanded in the queries that call it.
REVOKE ALL ON FUNCTION "widget_filters" FROM PUBLIC;

-- As before, with these rows. SECURITY DEFINER and the search path are named again, since a replaced function loses
-- them.
DO $$
BEGIN
    EXECUTE format($create$
CREATE OR REPLACE FUNCTION "count_widget_filters"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, %I, pg_temp AS $body$
DECLARE
    left_over uuid[];
BEGIN
    CASE TG_OP
    WHEN 'INSERT' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), count(*) FROM added, widget_filters("status", "layout") AS f
        GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    WHEN 'UPDATE' THEN
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), sum(n) FROM (
            SELECT 1 AS n, "project_id", "status", "layout" FROM added
            UNION ALL SELECT -1, "project_id", "status", "layout" FROM removed
        ) AS versions, widget_filters("status", "layout") AS f
        GROUP BY 1, 2 HAVING sum(n) <> 0
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    ELSE
        left_over := projects_left(ARRAY(SELECT DISTINCT "project_id" FROM removed));
        INSERT INTO "filter_counts" AS known ("project_id", "filter", "slot", "total")
        SELECT "project_id", f, count_slot(), -count(*) FROM removed, widget_filters("status", "layout") AS f
        WHERE "project_id" = ANY (left_over)
        GROUP BY 1, 2
        ON CONFLICT ("project_id", "filter", "slot")
            DO UPDATE SET "total" = known."total" + excluded."total";
    END CASE;
    RETURN NULL;
END $body$
    $create$, current_schema());
END $$;

-- The lock keeps writers out until this is committed.
LOCK TABLE "widgets" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", 'widgets=' || "status" || '|' || "layout", 0, count(*) FROM "widgets" GROUP BY 1, 2;

-- ------------------------------------------------------------------- counts of projects

-- What triggers have counted in projects that the user sees, for lists of projects. As the owner: below a policy each
-- row would be compared with all projects that the user sees.
CREATE FUNCTION "vitrine_project_counts"(project_ids uuid[])
RETURNS TABLE ("project_id" uuid, "filter" text, "total" bigint)
LANGUAGE plpgsql STABLE AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
    named_id uuid := vitrine_named_project_id();
BEGIN
    RETURN QUERY
        SELECT c."project_id", c."filter", sum(c."total") FROM "projects" AS p
        JOIN "filter_counts" AS c ON c."project_id" = p."id"
        WHERE p."id" = ANY (project_ids) AND p."organization_id" = ANY (vitrine_organizations())
            AND (only_id IS NULL OR p."id" = only_id) AND (named_id IS NULL OR p."id" = named_id)
            AND c."filter" = ANY (ARRAY['unused=true', 'unused=false', 'status=DRAFT', 'status=PUBLISHED',
                'alt=missing'])
        GROUP BY 1, 2;
END $$;

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION "vitrine_project_counts" SECURITY DEFINER '
        'SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION "vitrine_project_counts" FROM PUBLIC;
GRANT EXECUTE ON FUNCTION "vitrine_project_counts" TO vitrine_request;
