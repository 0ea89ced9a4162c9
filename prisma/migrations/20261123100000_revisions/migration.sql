-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "memberships" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "folders" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "assets" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "widgets" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "revised_in" BIGINT,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- Not known to Prisma from here on.

-- Triggers count, so that the release before this one, a script and a cascade count as well. A transaction
-- raises the revision of a row by 1, however many statements it takes: "revised_in" is the transaction that
-- created or raised it last.

-- Its arguments are the columns whose change does not count; each has a branch here. Rows are compared as
-- text, because a column of type json has no equality, and the order of its keys counts. An UPDATE that
-- sets another "revision" raises it even if nothing else differs.
CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this_transaction bigint := pg_current_xact_id()::text::bigint;
    counted record := NEW;
BEGIN
    IF TG_OP = 'INSERT' THEN
        NEW."revised_in" := this_transaction;
        RETURN NEW;
    END IF;
    counted."revised_in" := OLD."revised_in";
    IF 'updated_at' = ANY (TG_ARGV) THEN counted."updated_at" := OLD."updated_at"; END IF;
    IF 'last_used' = ANY (TG_ARGV) THEN counted."last_used" := OLD."last_used"; END IF;
    IF counted::text = OLD::text THEN
        -- An answer of the same revision is the same to the byte.
        IF 'updated_at' = ANY (TG_ARGV) THEN NEW."updated_at" := OLD."updated_at"; END IF;
        RETURN NEW;
    END IF;
    NEW."revision" := OLD."revision";
    IF OLD."revised_in" IS DISTINCT FROM this_transaction THEN
        NEW."revision" := OLD."revision" + 1;
        NEW."revised_in" := this_transaction;
    END IF;
    RETURN NEW;
END $$;

-- A widget's list of assets is a part of it. A widget that this transaction has created or raised is skipped.
CREATE FUNCTION "raise_widgets_of_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "widgets" SET "revision" = "revision" + 1, "updated_at" = now()
    WHERE "id" IN (SELECT "widget_id" FROM places)
        AND "revised_in" IS DISTINCT FROM pg_current_xact_id()::text::bigint;
    RETURN NULL;
END $$;

CREATE TRIGGER "organizations_revision" BEFORE INSERT OR UPDATE ON "organizations"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

CREATE TRIGGER "memberships_revision" BEFORE INSERT OR UPDATE ON "memberships"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"();

CREATE TRIGGER "projects_revision" BEFORE INSERT OR UPDATE ON "projects"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

CREATE TRIGGER "folders_revision" BEFORE INSERT OR UPDATE ON "folders"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

CREATE TRIGGER "assets_revision" BEFORE INSERT OR UPDATE ON "assets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

CREATE TRIGGER "widgets_revision" BEFORE INSERT OR UPDATE ON "widgets"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('updated_at');

CREATE TRIGGER "api_keys_revision" BEFORE INSERT OR UPDATE ON "api_keys"
    FOR EACH ROW EXECUTE FUNCTION "raise_revision"('last_used');

CREATE TRIGGER "widget_assets_revision_added" AFTER INSERT ON "widget_assets"
    REFERENCING NEW TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();

CREATE TRIGGER "widget_assets_revision_changed" AFTER UPDATE ON "widget_assets"
    REFERENCING NEW TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();

CREATE TRIGGER "widget_assets_revision_removed" AFTER DELETE ON "widget_assets"
    REFERENCING OLD TABLE AS places FOR EACH STATEMENT EXECUTE FUNCTION "raise_widgets_of_places"();

-- An asset is deleted by callers who see its widgets, and by cascades: the owner raises them all.
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION "raise_widgets_of_places" SECURITY DEFINER '
        'SET search_path = pg_catalog, %I, pg_temp', current_schema());
    EXECUTE format('ALTER FUNCTION "raise_revision" SET search_path = pg_catalog, %I, pg_temp', current_schema());
END $$;
REVOKE ALL ON FUNCTION "raise_widgets_of_places", "raise_revision" FROM PUBLIC;
