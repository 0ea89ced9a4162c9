-- A project refers to one of its assets, which refer to it. A restore inserts both in one transaction, and the check
-- of this reference waits for its end. Any other transaction checks it at the end of the statement, as before.
ALTER TABLE "projects" ALTER CONSTRAINT "projects_id_watermark_asset_id_fkey" DEFERRABLE INITIALLY IMMEDIATE;
