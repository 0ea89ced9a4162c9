-- How far the log of changes has been purged from the caches in front of delivery. Not in "change_head", whose row every
-- commit locks.

CREATE TABLE "cache_purges" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL DEFAULT 0,
    CONSTRAINT "cache_purges_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cache_purges_single_row" CHECK ("id" = 1)
);
INSERT INTO "cache_purges" ("id", "seq") VALUES (1, 0);

GRANT SELECT, UPDATE ("seq") ON "cache_purges" TO vitrine_management;
