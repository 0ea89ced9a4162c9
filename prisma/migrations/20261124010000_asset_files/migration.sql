-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "file_key" TEXT,
ADD COLUMN     "versioned_at" TIMESTAMPTZ(3),
ADD COLUMN     "versioned_in" BIGINT;

-- Not known to Prisma from here on.

-- A part of keys in the object store.
ALTER TABLE "assets" ADD CONSTRAINT "assets_file_key" CHECK ("file_key" ~ '^v[0-9]{1,10}-[0-9a-f]{16}$');

GRANT SELECT ("file_key", "versioned_at") ON "assets" TO vitrine_delivery;
GRANT SELECT ("file_key") ON "assets" TO vitrine_job;

-- The version is a part of public addresses, so a change of the bytes behind them cannot forget it. As with
-- revisions, a transaction raises it once. Its time is at least a second after the former one: with the
-- same Last-Modified a cache would be told that its bytes of the former version are still good.
CREATE FUNCTION "raise_version"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW."versioned_in" := this_transaction;
        RETURN NEW;
    END IF;
    IF (NEW."sha256", NEW."file_key", NEW."focal_x", NEW."focal_y")
        IS DISTINCT FROM (OLD."sha256", OLD."file_key", OLD."focal_x", OLD."focal_y")
        AND OLD."versioned_in" IS DISTINCT FROM this_transaction
    THEN
        NEW."version" := OLD."version" + 1;
        NEW."versioned_in" := this_transaction;
        NEW."versioned_at" := greatest(
            now(), coalesce(OLD."versioned_at", OLD."created_at") + interval '1 second');
    ELSE
        -- The public sees it, and only changes of the version are logged.
        NEW."versioned_at" := OLD."versioned_at";
    END IF;
    RETURN NEW;
END $$;
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION "raise_version" SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION "raise_version" FROM PUBLIC;

-- Triggers of a row run in the order of their names: after "assets_revision", which counts the same change.
CREATE TRIGGER "assets_version" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_version"();
