-- Not known to Prisma.

-- A request within a project names it, and then sees the rows of that project alone. The name comes from
-- the path of the request, so it only ever narrows what the user sees.

CREATE FUNCTION "vitrine_named_project_id"() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
AS $$ SELECT nullif(current_setting('vitrine.project_id', true), '')::uuid $$;

-- As before. With a named project the array has one element at most: a user may see ten thousand projects, and
-- a policy compares each row with all of them unless the comparison becomes a condition of an index.
CREATE OR REPLACE FUNCTION "vitrine_projects"() RETURNS uuid[]
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
DECLARE
    only_id uuid := vitrine_token_project_id();
    named_id uuid := vitrine_named_project_id();
BEGIN
    IF named_id IS NOT NULL THEN
        RETURN ARRAY(
            SELECT "id" FROM "projects"
            WHERE "id" = named_id AND "organization_id" = ANY (vitrine_organizations())
                AND (only_id IS NULL OR "id" = only_id));
    END IF;
    RETURN ARRAY(
        SELECT "id" FROM "projects"
        WHERE "organization_id" = ANY (vitrine_organizations()) AND (only_id IS NULL OR "id" = only_id));
END $$;

-- The named project, if the user sees it; otherwise NULL, which equals no project. Without a name it fails: an
-- empty list would hide the mistake.
CREATE FUNCTION "vitrine_project"() RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER AS $$
BEGIN
    IF vitrine_named_project_id() IS NULL THEN RAISE EXCEPTION 'the transaction names no project'; END IF;
    RETURN (vitrine_projects())[1];
END $$;

-- They only read, and with that promise a query that calls them may use several cores.
ALTER FUNCTION "vitrine_organizations"() PARALLEL SAFE;

-- The assets of the named project, for lists. Row-level security lets only leakproof functions see a row before
-- its policy is met, so that an index on tags or texts cannot be used below a policy. This view belongs to the
-- owner of the tables, and its condition is an ordinary one: the planner may use every index. It returns no row
-- of another project, whatever the query. Only a function that reports its arguments could see values of other
-- projects; like any SQL of an attacker's own, that is outside of what row-level security protects from.
CREATE VIEW "project_assets" AS
SELECT "id", "project_id", "folder_id", "filename", "content_type", "size_bytes", "sha256", "alt_text",
    "decorative", "unused", "tags", "search_text", "created_at", "updated_at"
FROM "assets" WHERE "project_id" = (SELECT vitrine_project());

GRANT SELECT ON "project_assets" TO vitrine_request;

DO $$
DECLARE
    function_name text;
BEGIN
    FOREACH function_name IN ARRAY ARRAY['vitrine_projects', 'vitrine_project'] LOOP
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp',
            function_name, current_schema());
        EXECUTE format('REVOKE ALL ON FUNCTION %I FROM PUBLIC', function_name);
    END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION "vitrine_project" TO vitrine_request;

-- `vitrine_tagged_assets`, `vitrine_assets_with_text` and `vitrine_duplicate_assets` are left for instances of
-- the former release.

-- ------------------------------------------------------------------- combined filters

-- As before, with a row for each combination of folder, type, alternative text and use. The number of assets
-- that match several of these filters is the sum of a few such rows.
CREATE OR REPLACE FUNCTION "asset_filters"(
    folder_id uuid, content_type text, decorative boolean, alt_text text, unused boolean, tags text[]
) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    WITH facets AS (
        SELECT coalesce(folder_id::text, 'root') AS folder, unused::text AS use,
            CASE WHEN decorative THEN 'decorative' WHEN alt_text <> '' THEN 'present' ELSE 'missing' END AS alt
    )
    SELECT unnest(ARRAY[
        'folderId=' || folder,
        'contentType=' || content_type,
        'alt=' || alt,
        'unused=' || use,
        'facets=' || concat_ws('|', folder, content_type, alt, use)
    ]) FROM facets
    UNION ALL SELECT DISTINCT 'tag=' || tag FROM unnest(tags) AS tag
$$;

-- The lock keeps writers out until this is committed.
LOCK TABLE "assets" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "filter_counts" ("project_id", "filter", "slot", "total")
SELECT "project_id", 'facets=' || concat_ws('|', coalesce("folder_id"::text, 'root'), "content_type",
    CASE WHEN "decorative" THEN 'decorative' WHEN "alt_text" <> '' THEN 'present' ELSE 'missing' END,
    "unused"::text), 0, count(*)
FROM "assets" GROUP BY 1, 2;
